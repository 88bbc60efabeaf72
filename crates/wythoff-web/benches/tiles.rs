//! Time from question to answer of tiles of 256 × 256 cells, over a connection on this machine: made anew
//! by a warm session, and kept from before. The baseline is a file of the page, which costs the
//! connection alone.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use criterion::{Criterion, criterion_group, criterion_main};
use wythoff_web::{Config, Server};

/// A server that runs until the process ends.
fn start() -> SocketAddr {
    let (say, hear) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let server = Server::bind(Config::at(([127, 0, 0, 1], 0).into()))
                .await
                .expect("a port");
            say.send(server.address().expect("an address"))
                .expect("somebody to tell");
            server.run(std::future::pending()).await.expect("to serve");
        });
    });
    hear.recv().expect("an address")
}

fn get(address: SocketAddr, target: &str) -> usize {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("to ask");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    assert!(
        answer.starts_with(b"HTTP/1.1 200"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    answer.len()
}

fn tiles(criterion: &mut Criterion) {
    let address = start();
    let mut group = criterion.benchmark_group("tile 256x256 of wythoff");
    group.sample_size(20);
    group.bench_function("baseline: a file of the page", |bencher| {
        bencher.iter(|| get(address, "/js/main.js"));
    });
    for value in ["outcome", "remoteness", "grundy"] {
        let tile = format!("/api/tile?rules=wythoff&value={value}&origin=0,0");
        // Another version is another question to the store of tiles, and the same one to the session.
        let mut version = 0;
        group.bench_function(format!("{value}, warm session"), |bencher| {
            bencher.iter(|| {
                version += 1;
                get(address, &format!("{tile}&version={version}"))
            });
        });
        group.bench_function(format!("{value}, kept"), |bencher| {
            bencher.iter(|| get(address, &tile));
        });
    }
    group.finish();
}

criterion_group!(benches, tiles);
criterion_main!(benches);
