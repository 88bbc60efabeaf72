//! Accepting connections: few enough, patient, but not for ever.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};

use crate::guard::{Hosts, guard};
use crate::limits::Limits;
use crate::state::State;
use crate::{api, assets};

/// Where to serve, under which limits.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address and port; port 0 takes a free one.
    pub address: SocketAddr,
    /// Names that the server answers to besides its addresses and `localhost`.
    pub names: Vec<String>,
    /// What requests may cost.
    pub limits: Limits,
}

impl Config {
    /// A server at this address under the default limits.
    #[must_use]
    pub fn at(address: SocketAddr) -> Config {
        Config {
            address,
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// A server that has its port and can begin to serve.
pub struct Server {
    listener: TcpListener,
    router: Router,
    limits: Limits,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address is not to be had.
    ///
    /// ```
    /// use wythoff_web::{Config, Server};
    /// # fn main() -> std::io::Result<()> {
    /// let runtime = tokio::runtime::Runtime::new()?;
    /// runtime.block_on(async {
    ///     let server = Server::bind(Config::at(([127, 0, 0, 1], 0).into())).await?;
    ///     assert!(server.address()?.ip().is_loopback());
    ///     server.run(async {}).await
    /// })
    /// # }
    /// ```
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.address).await?;
        let hosts = Arc::new(Hosts {
            loopback_only: config.address.ip().is_loopback(),
            names: config
                .names
                .iter()
                .map(|name| name.to_ascii_lowercase())
                .collect(),
        });
        let state = Arc::new(State::new(config.limits.clone()));
        let mut router = api::routes(&state);
        for asset in assets::PAGE {
            router = router.route(
                asset.path,
                get(move |headers| assets::serve(asset, headers)),
            );
        }
        let router = router
            .fallback(assets::missing)
            .layer(middleware::from_fn_with_state(hosts, guard));
        Ok(Server {
            listener,
            router,
            limits: config.limits,
        })
    }

    /// The address served.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is ready. Answers under way are finished, if that does not take long.
    ///
    /// # Errors
    /// None at present: a connection that cannot be accepted concerns its client alone.
    pub async fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let places = Arc::new(Semaphore::new(self.limits.connections));
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = async {
                // The semaphore is never closed.
                let place = places.clone().acquire_owned().await.ok();
                (place, self.listener.accept().await)
            };
            tokio::select! {
                () = &mut stop => break,
                (place, accepted) = accepted => match accepted {
                    Ok((stream, _)) => {
                        let connection = connection(stream, self.router.clone(), &self.limits);
                        tokio::spawn(async move {
                            connection.await;
                            drop(place);
                        });
                    }
                    // Out of file descriptors, say: let others finish first.
                    Err(_) => sleep(Duration::from_millis(50)).await,
                },
            }
        }
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(Duration::from_millis(500), places.acquire_many(all)).await;
        Ok(())
    }
}

/// Serves one connection to its end.
fn connection(
    stream: TcpStream,
    router: Router,
    limits: &Limits,
) -> impl Future<Output = ()> + use<> {
    let patience = limits.patience;
    let head_bytes = limits.head_bytes.max(8192);
    async move {
        // Answers are whole: nothing is gained by waiting for more to send.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(Impatient::new(stream, patience));
        // How a connection ends is its client's affair.
        let _ = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(head_bytes)
            .serve_connection(stream, TowerToHyperService::new(router))
            .await;
    }
}

/// A stream that gives up when the other side leaves what is written unread for too long.
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream, patience: Duration) -> Impatient {
        Impatient {
            stream,
            patience,
            stalled: None,
        }
    }

    /// Passes on what became of a write, or an error when it has been pending for too long.
    fn watch<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let until = Instant::now() + self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buffer);
        self.watch(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.watch(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
