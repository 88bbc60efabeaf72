//! Inner loops on slices: portable, AVX2 and AVX-512. Knows no games.
