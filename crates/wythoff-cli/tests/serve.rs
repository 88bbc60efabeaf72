//! The API answers what the command line prints with `--json`, to the byte where nothing is remembered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start() -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
            .args(["serve", "--port", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let report: serde_json::Value = serde_json::from_str(&line).unwrap();
        let url = report["url"].as_str().unwrap();
        let address = url
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_string();
        Served { child, address }
    }

    fn get(&self, target: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(
            stream,
            "GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_string()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the command line prints: on standard output, or on standard error when it fails.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .arg("--json")
        .output()
        .unwrap();
    let bytes = if output.status.success() {
        output.stdout
    } else {
        output.stderr
    };
    String::from_utf8(bytes).unwrap().trim_end().to_string()
}

#[test]
fn the_api_answers_what_the_command_line_prints() {
    let rows: [(&str, &[&str]); 10] = [
        (
            "analyze?rules=wythoff&position=7,12",
            &["analyze", "wythoff", "7", "12"],
        ),
        (
            "analyze?rules=wyt(2,3)&position=12,20&success=4/5",
            &["analyze", "wyt(2,3)", "12", "20", "--success", "4/5"],
        ),
        (
            "analyze?rules=wythoff&position=10%5E300,3*10%5E299&success=0.9&digits=40",
            &[
                "analyze",
                "wythoff",
                "10^300",
                "3*10^299",
                "--success",
                "0.9",
                "--digits",
                "40",
            ],
        ),
        (
            "table?rules=wythoff&value=remoteness&size=3x4&origin=10%5E100,10%5E100",
            &[
                "table",
                "wythoff",
                "--value",
                "remoteness",
                "--size",
                "3x4",
                "--origin",
                "10^100,10^100",
            ],
        ),
        (
            "table?rules=wythoff.pass&value=grundy&size=9&slice=*,*,1&transpose=true",
            &[
                "table",
                "wythoff.pass",
                "--value",
                "grundy",
                "--size",
                "9",
                "--slice",
                "*,*,1",
                "--transpose",
            ],
        ),
        (
            "table?rules=wythoff&value=win(4/5)&size=4",
            &["table", "wythoff", "--value", "win(4/5)", "--size", "4"],
        ),
        (
            "positions?rules=wyt(1,2)&where=outcome%3DP&count=5&start=10%5E30",
            &[
                "positions",
                "wyt(1,2)",
                "--where",
                "outcome=P",
                "--count",
                "5",
                "--start",
                "10^30",
            ],
        ),
        (
            "count?rules=nim(2)&where=outcome%3DP&size=20",
            &["count", "nim(2)", "--where", "outcome=P", "--size", "20"],
        ),
        ("explain?rules=wythoff.pass", &["explain", "wythoff.pass"]),
        (
            "analyze?rules=wythoff&position=1,2,3",
            &["analyze", "wythoff", "1", "2", "3"],
        ),
    ];
    for (question, arguments) in rows {
        // A new server for each: what it remembers is part of how a value is known.
        let served = Served::start();
        assert_eq!(
            served.get(&format!("/api/{question}")),
            printed(arguments),
            "{question}"
        );
    }
}
