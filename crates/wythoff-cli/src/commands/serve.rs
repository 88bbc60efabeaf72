//! `wythoff serve`: the page to look at, explore and play, and the HTTP API.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use wythoff::{Error, ErrorKind};
use wythoff_web::{Config, Server};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::watch::TerminalWatch;

/// The page to look at, explore and play, and the HTTP API.
#[derive(Debug, Args)]
#[command(
    after_help = "The page needs no network. The API is described at /api/openapi.json.\n\nExamples:\n  \
                        wythoff serve --open\n  wythoff serve --port 9000"
)]
pub(crate) struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen at; other machines can connect when it is not a loopback address
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// A further name that browsers may use for this server; may be given several times
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let mut config = Config::at(self.address()?);
        config.names.clone_from(&self.allow_host);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| cannot("start", &error))?;
        runtime.block_on(async {
            let address = config.address;
            let server = Server::bind(config)
                .await
                .map_err(|error| cannot(&format!("listen at {address}"), &error))?;
            let address = server.address().map_err(|error| cannot("listen", &error))?;
            let url = format!("http://{address}/");
            if context.json {
                context.print_json(&serde_json::json!({ "url": url }))?;
            } else {
                context.print(&format!("{url}\n"))?;
            }
            if self.open {
                open(&url)?;
            }
            server
                .run(interrupted())
                .await
                .map_err(|error| cannot("serve", &error))
        })?;
        // Computations under way notice soon that nobody waits for them.
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(Status::Done)
    }

    fn address(&self) -> Result<SocketAddr, Failure> {
        let ip: IpAddr = match self.host.as_str() {
            "localhost" => IpAddr::from([127, 0, 0, 1]),
            host => host.trim_matches(['[', ']']).parse().map_err(|_| {
                Error::input(format!("found --host {host}, expected an address"))
                    .help("127.0.0.1 for this machine alone, 0.0.0.0 for all networks")
            })?,
        };
        Ok(SocketAddr::new(ip, self.port))
    }
}

/// Ready when Ctrl-C was pressed: the handler of all commands takes note of it.
async fn interrupted() {
    while !TerminalWatch::interrupted() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn cannot(what: &str, error: &io::Error) -> Failure {
    Error::new(ErrorKind::File, format!("cannot {what}: {error}")).into()
}

/// Opens an address in the default browser.
fn open(url: &str) -> Result<(), Failure> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(drop)
        .map_err(|error| cannot(&format!("open a browser ({program})"), &error))
}
