//! Many clients, slow clients, clients that go away.

mod common;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use common::Running;
use wythoff_web::Limits;

#[test]
fn two_hundred_clients_are_all_answered() {
    // On a busy machine the last of them wait longer than a visitor would.
    let limits = Limits {
        connections: 256,
        waiting_time: Duration::from_secs(600),
        ..Limits::default()
    };
    let server = Running::start(limits);
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..200u32)
            .map(|n| {
                let server = &server;
                scope.spawn(move || {
                    let position = format!("10^{},{n}", n % 50);
                    let reply = match n % 4 {
                        0 => {
                            server.ask("analyze", &[("rules", "wythoff"), ("position", &position)])
                        }
                        1 => server.ask(
                            "tile",
                            &[
                                ("rules", "wyt(2,3)"),
                                ("value", "outcome"),
                                ("origin", &position),
                                ("size", "32"),
                            ],
                        ),
                        2 => server.ask(
                            "table",
                            &[("rules", "wythoff"), ("value", "grundy"), ("size", "24")],
                        ),
                        _ => server.ask(
                            "positions",
                            &[
                                ("rules", "wyt(1,2)"),
                                ("where", "outcome=P"),
                                ("start", &position[..position.find(',').unwrap()]),
                            ],
                        ),
                    };
                    (
                        reply.status,
                        String::from_utf8_lossy(&reply.body).into_owned(),
                    )
                })
            })
            .collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap())
            .collect()
    });
    for (status, body) in &answers {
        assert_eq!(*status, 200, "{body}");
    }
}

#[test]
fn too_many_long_questions_are_told_to_wait() {
    let limits = Limits {
        heavy_places: 1,
        heavy_places_per_rules: 1,
        waiting: 3,
        waiting_time: Duration::from_millis(300),
        time: Duration::from_secs(2),
        ..Limits::default()
    };
    let server = Running::start(limits);
    let slow = [
        ("rules", "euclid + euclid"),
        ("value", "grundy"),
        ("size", "400"),
        ("slice", "*,*,97,96"),
    ];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..12)
            .map(|_| scope.spawn(|| server.ask("table", &slow).status))
            .collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap())
            .collect()
    });
    assert!(
        statuses.iter().all(|status| matches!(status, 413 | 429)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&429), "{statuses:?}");
    // Quick questions have places of their own.
    let quick = server.ask("analyze", &[("rules", "wythoff"), ("position", "7,12")]);
    assert_eq!(quick.status, 200);
}

#[test]
fn a_client_that_goes_away_frees_its_place() {
    let limits = Limits {
        heavy_places: 1,
        heavy_places_per_rules: 1,
        waiting_time: Duration::from_secs(30),
        time: Duration::from_secs(600),
        heavy_steps: u64::MAX,
        ..Limits::default()
    };
    let server = Running::start(limits);
    let begun = Instant::now();
    let mut gone = server.connect();
    let host = server.address;
    // Would take its ten minutes.
    let slow = "/api/table?rules=euclid%2Beuclid&value=grundy&size=490&slice=*,*,397,396";
    write!(gone, "GET {slow} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(gone);
    // The only place for long questions must be free again.
    let next = server.ask(
        "table",
        &[("rules", "wythoff"), ("value", "grundy"), ("size", "20")],
    );
    assert_eq!(next.status, 200);
    assert!(
        begun.elapsed() < Duration::from_secs(300),
        "the abandoned question was computed to its end"
    );
}

#[test]
fn slow_clients_are_sent_away() {
    let limits = Limits {
        connections: 2,
        patience: Duration::from_millis(400),
        ..Limits::default()
    };
    let server = Running::start(limits);
    let host = server.address;
    // One never finishes its head, one never sends its body: together they hold all connections.
    let mut heads = server.connect();
    write!(heads, "GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut bodies = server.connect();
    write!(
        bodies,
        "POST /api/analyze HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
    .unwrap();
    assert_eq!(server.get("/").status, 200);
    let mut rest = Vec::new();
    let _ = bodies.read_to_end(&mut rest);
    assert!(rest.is_empty() || String::from_utf8_lossy(&rest).starts_with("HTTP/1.1 408"));
}
