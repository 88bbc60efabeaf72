//! Guess and prove: finite automata for games in Fibonacci-like numerations.
#![forbid(unsafe_code)]
