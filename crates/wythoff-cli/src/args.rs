//! The arguments: what is common to all commands, and the list of commands.

use clap::{Args, Parser, Subcommand};

use crate::commands;

/// Values of impartial games: one line of rules goes in, values at any size come out.
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    long_version = crate::context::long_version(),
    about,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Rulesets: wythoff, wyt(a,b), nim(k), rays(1,0; 0,1; 1,2), steps(…), moves(e,f: e = 2*f), \
                  slow(n,k),\neuclid, graph(FILE), pieces (queen, king, …); adapters .pass .pass(k) .until(x+y<=2) \
                  .within(x<15)\n.set(3,5 = P) .misere .block(k); sums + & && |.\nNumbers: 1_000_000, 10^300, 3*10^299, 2^64-1, 1e30.\n\n\
                  Exit codes: 0 done and as expected; 1 a check or comparison failed; 2 wrong input; 3 a \
                  limit\nwas reached; 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub(crate) struct Common {
    /// Print JSON: numbers of games as strings, counts as numbers
    #[arg(long, global = true, help_heading = "Common")]
    pub(crate) json: bool,
    /// No progress on standard error
    #[arg(long, short, global = true, help_heading = "Common")]
    pub(crate) quiet: bool,
    /// Threads to use; all processors by default
    #[arg(long, global = true, value_name = "N", help_heading = "Common")]
    pub(crate) threads: Option<usize>,
    /// Positions that may be remembered
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub(crate) positions: Option<String>,
    /// Options or cells that may be examined
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub(crate) steps: Option<String>,
    /// Memory that may be taken, such as 512MiB or 8GiB
    #[arg(long, global = true, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory: Option<String>,
    /// Seconds that may be spent
    #[arg(long, global = true, value_name = "SECONDS", help_heading = "Limits")]
    pub(crate) time: Option<u64>,
    /// Digits that a number may have
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub(crate) max_digits: Option<usize>,
    /// Also give values that are only conjectured
    #[arg(long, global = true, help_heading = "Common")]
    pub(crate) conjectured: bool,
}

/// The commands, one file each in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Everything about one position: outcome, remoteness, Grundy value, optimal and winning moves
    Analyze(commands::analyze::Analyze),
    /// A table of values of two coordinates
    Table(commands::table::Table),
    /// The positions where a condition on values holds, in order
    Positions(commands::positions::Positions),
    /// How many positions of a box hold a condition
    Count(commands::count::Count),
    /// Terms of a named sequence: x, y, iota, L, U of wyt(a,b), g, hofstadter-g, mex_b
    Sequence(commands::sequence::Sequence),
    /// A sequence as the OEIS wants it, and its A-number where it is known
    Oeis(commands::oeis::Oeis),
    /// Pictures that are more than one table: points, rows, durations, two games side by side
    Figure(commands::figure::FigureCommand),
    /// Two sets of positions, or two tables of values, side by side
    Compare(commands::compare::Compare),
    /// Published theorems, checked from the definitions
    Check(commands::check::Check),
    /// The period of a row of Grundy values, with its certificate
    Period(commands::period::Period),
    /// How a ruleset is understood and which engines answer what
    Explain(commands::explain::Explain),
    /// A game in the terminal against an optimal, delaying or random opponent
    Play(commands::play::Play),
    /// A page to look at, explore and play, and an HTTP API
    Serve(commands::serve::Serve),
    /// Guess an automaton for a value from tables, without proof
    Guess(commands::guess::Guess),
    /// Guess and prove, for all positions at once; or prove that two sets are equal
    Prove(commands::prove::Prove),
    /// Verify a theorem file again
    Verify(commands::verify::Verify),
    /// A theorem for other programs, or a box of any ruleset as a graph
    Export(commands::export::Export),
    /// Completions for a shell, on standard output
    Completions(commands::shell::Completions),
    /// The manual page, on standard output
    Man(commands::shell::Man),
}
