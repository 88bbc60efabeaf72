//! A server in this process and a client that can also misbehave.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use wythoff_web::{Config, Limits, Server};

/// A server on a free port; it stops when this is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub fn start(limits: Limits) -> Running {
        let (say, hear) = mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut config = Config::at(([127, 0, 0, 1], 0).into());
                config.limits = limits;
                let server = Server::bind(config).await.unwrap();
                say.send(server.address().unwrap()).unwrap();
                let stop = async {
                    let _ = stopped.await;
                };
                server.run(stop).await.unwrap();
            });
            runtime.shutdown_timeout(Duration::from_secs(2));
        });
        Running {
            address: hear.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Sends bytes as they are and reads the answer to its end.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(request);
        Reply::read(stream)
    }

    /// A GET request with further header lines.
    pub fn get_with(&self, target: &str, headers: &str) -> Reply {
        let host = self.address;
        self.raw(
            format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")
                .as_bytes(),
        )
    }

    pub fn get(&self, target: &str) -> Reply {
        self.get_with(target, "")
    }

    /// The answer to a question of the API.
    pub fn ask(&self, path: &str, parameters: &[(&str, &str)]) -> Reply {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters);
        self.get(&format!("/api/{path}?{}", query.finish()))
    }

    pub fn post(&self, path: &str, body: &str) -> Reply {
        let (host, length) = (self.address, body.len());
        self.raw(
            format!(
                "POST /api/{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    fn read(mut stream: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // A connection that is reset after the answer still gave the answer.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply {
            status,
            head: head.to_ascii_lowercase(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The kind of an error, after checking its status and shape.
    #[track_caller]
    pub fn error(&self, status: u16) -> String {
        assert_eq!(
            self.status,
            status,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        let error = &self.json()["error"];
        assert!(!error["message"].as_str().unwrap().is_empty());
        assert!(error.get("at").is_some() && error.get("help").is_some());
        error["kind"].as_str().unwrap().to_string()
    }
}
