//! The API answers as the library's reports do, and refuses what it must.

mod common;

use common::Running;
use serde_json::json;
use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::compare::{Settings, compare, parse_sides};
use wythoff::notation::{NoSources, parse_position, parse_rules};
use wythoff::report::{AnalysisReport, CompareReport};
use wythoff_web::{ENDPOINTS, Limits, PAGE};

fn server() -> Running {
    Running::start(Limits::default())
}

#[test]
fn analyses_are_the_reports_of_the_library() {
    let server = server();
    for (rules, position) in [
        ("wythoff", "7,12"),
        ("wyt(2,3)", "12,20"),
        ("wythoff.pass", "3,5"),
        ("(wythoff + nim(1)).misere", "3,5,1"),
        ("wythoff", "10^300,3*10^299"),
        ("euclid", "8,5"),
    ] {
        let reply = server.ask("analyze", &[("rules", rules), ("position", position)]);
        assert_eq!(reply.status, 200, "{rules} {position}");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let parsed = parse_rules(rules).unwrap();
        let at = parse_position(&parsed, &position.split(',').collect::<Vec<_>>()).unwrap();
        let analysis = Session::with_plan(parsed.clone(), &wythoff_automata::plan())
            .analyze(&at, &Budget::default())
            .unwrap();
        let report = AnalysisReport::new(&parsed, &analysis, None).unwrap();
        let expected = serde_json::to_value(&report).unwrap();
        assert_eq!(
            without_counts(reply.json()),
            without_counts(expected),
            "{rules} {position}"
        );
    }
}

/// How many positions an engine remembers depends on what it was asked before.
fn without_counts(mut report: serde_json::Value) -> serde_json::Value {
    for (_, evidence) in report["evidence"].as_object_mut().unwrap() {
        if evidence["kind"] == "computed" {
            evidence["text"] = json!("computed");
        }
    }
    report
}

#[test]
fn a_posted_question_is_the_same_question() {
    let server = server();
    let got = server.ask(
        "analyze",
        &[
            ("rules", "wyt(2,3)"),
            ("position", "12,20"),
            ("success", "4/5"),
        ],
    );
    let posted = server.post(
        "analyze",
        r#"{"rules": "wyt(2,3)", "position": ["12", 20], "success": "4/5"}"#,
    );
    assert_eq!(without_counts(got.json()), without_counts(posted.json()));
    assert_eq!(got.json()["win_probability"]["exact"], "275/486");
}

#[test]
fn graphs_come_in_the_body() {
    let server = server();
    let body = r#"{"rules": "graph(g)", "position": ["a"], "graphs": {"g": "a b\na c\nb c"}}"#;
    let reply = server.post("analyze", body);
    assert_eq!(reply.json()["outcome"], "N", "{reply:?}");
    assert_eq!(reply.json()["optimal_moves"], json!([["c"]]));
    // Another graph of the same name is another game.
    let body = r#"{"rules": "graph(g)", "position": ["a"], "graphs": {"g": "a b\nb c"}}"#;
    assert_eq!(server.post("analyze", body).json()["outcome"], "P");
    let cycle = r#"{"rules": "graph(g)", "position": ["a"], "graphs": {"g": "a b\nb a"}}"#;
    assert_eq!(server.post("analyze", cycle).error(400), "cycle");
}

#[test]
fn no_file_is_read() {
    let server = server();
    for name in [
        "graph(/etc/passwd)",
        "graph(\"/etc/passwd\")",
        "graph(../../Cargo.toml)",
    ] {
        let reply = server.ask("analyze", &[("rules", name), ("position", "0")]);
        assert_eq!(reply.error(400), "input", "{name}");
        assert!(!String::from_utf8_lossy(&reply.body).contains("root:"));
        let body = json!({ "rules": name, "position": "0", "graphs": { "other": "a b" } });
        assert_eq!(
            server.post("analyze", &body.to_string()).error(400),
            "input"
        );
    }
}

#[test]
fn tables_positions_and_counts() {
    let server = server();
    let table = server.ask(
        "table",
        &[("rules", "wythoff"), ("value", "grundy"), ("size", "3")],
    );
    assert_eq!(
        table.json()["rows"],
        json!([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    );
    let far = [
        ("rules", "wythoff"),
        ("value", "remoteness"),
        ("size", "2x3"),
        ("origin", "10^100,10^100"),
    ];
    assert_eq!(
        server.ask("table", &far).json()["rows"],
        json!([[1, 3, 5], [3, 1, 3]])
    );
    let list = [
        ("rules", "wyt(1,2)"),
        ("where", "outcome=P"),
        ("count", "4"),
    ];
    let positions = json!([["0", "0"], ["2", "3"], ["5", "7"], ["9", "12"]]);
    assert_eq!(
        server.ask("positions", &list).json()["positions"],
        positions
    );
    let count = server.ask(
        "count",
        &[("rules", "wythoff"), ("where", "outcome=P"), ("size", "8")],
    );
    assert_eq!(count.json()["number"], 7);
}

#[test]
fn pictures_come_in_every_format() {
    let server = server();
    let question = |format: &'static str| {
        [
            ("rules", "wythoff.pass"),
            ("value", "grundy"),
            ("size", "9"),
            ("other", "wythoff + nim(1)"),
            ("other_slice", "*,*,1"),
            ("format", format),
        ]
    };
    for (format, kind, begins) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF-"),
        ("tikz", "text/plain; charset=utf-8", b"%"),
    ] {
        let reply = server.ask("picture", &question(format));
        assert_eq!(reply.status, 200, "{format}");
        assert_eq!(reply.header("content-type"), Some(kind));
        assert!(reply.body.starts_with(begins), "{format}");
    }
    let svg = server.ask("picture", &question("svg"));
    let text = String::from_utf8(svg.body.clone()).unwrap();
    assert!(text.contains("differs") && text.contains("wythoff + nim(1)"));
    assert_eq!(server.ask("picture", &question("gif")).error(400), "input");
    let wide = [
        ("rules", "wythoff"),
        ("value", "grundy"),
        ("size", "100000"),
        ("format", "png"),
    ];
    assert_eq!(server.ask("picture", &wide).error(413), "limit");
}

#[test]
fn comparisons_find_the_cells_that_differ() {
    let server = server();
    let sides = [
        ("left", "wythoff.pass : outcome=P"),
        ("right", "wythoff : grundy=1"),
        ("size", "60"),
        ("from", "8"),
    ];
    let found = server.ask("compare", &sides).json();
    assert_eq!(
        (found["differences"].as_u64(), found["equal_from"].as_str()),
        (Some(14), Some("8"))
    );
    assert_eq!(
        (&found["equal"], &found["as_expected"]),
        (&json!(false), &json!(true))
    );
    // The very report that the command line prints.
    let [left, right] = parse_sides(sides[0].1, sides[1].1, &NoSources).unwrap();
    let settings = Settings {
        size: 60,
        from: 8,
        ..Settings::default()
    };
    let plan = wythoff_automata::plan();
    let compared = compare(&left, &right, &settings, &plan, &Budget::default()).unwrap();
    let report = CompareReport::new(&left, &right, &settings, &compared);
    assert_eq!(found, serde_json::to_value(report).unwrap());
    let wrong = [
        ("left", "wythoff : grundy"),
        ("right", "wythoff : outcome=P"),
    ];
    assert_eq!(server.ask("compare", &wrong).error(400), "input");
}

#[test]
fn moves_list_every_option_once_with_its_values() {
    let server = server();
    let reply = server
        .ask("moves", &[("rules", "wythoff.pass"), ("position", "1,2")])
        .json();
    let to: Vec<String> = reply["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["to"].to_string())
        .collect();
    assert_eq!(
        to,
        [
            r#"["0","1","1"]"#,
            r#"["0","2","1"]"#,
            r#"["1","0","1"]"#,
            r#"["1","1","1"]"#,
            r#"["1","2","0"]"#
        ]
    );
    // After the pass (1, 2) is a P-position of Wythoff's game.
    assert_eq!(reply["moves"][4]["outcome"], "P");
    assert_eq!(reply["moves"][4]["remoteness"], "2");
    let many = server.ask("moves", &[("rules", "wythoff"), ("position", "10^9,10^9")]);
    assert_eq!(many.error(413), "limit");
}

#[test]
fn tiles_hold_the_values_of_tables() {
    let server = server();
    let tile = |value: &str, origin: &str| {
        let reply = server.ask(
            "tile",
            &[
                ("rules", "wythoff"),
                ("value", value),
                ("origin", origin),
                ("size", "16"),
            ],
        );
        assert_eq!(reply.status, 200);
        assert_eq!(&reply.body[..4], b"WYT1");
        let length = u32::from_le_bytes(reply.body[4..8].try_into().unwrap()) as usize;
        let about: serde_json::Value = serde_json::from_slice(&reply.body[8..8 + length]).unwrap();
        (about, reply.body[8 + length..].to_vec())
    };
    let (about, data) = tile("grundy", "0,0");
    assert_eq!((about["kind"].as_str(), data.len()), (Some("u8"), 256));
    assert_eq!(data[..4], [0, 1, 2, 3]);
    assert_eq!(data[16..20], [1, 2, 0, 4]);
    let (about, data) = tile("outcome", "0,0");
    assert_eq!((about["kind"].as_str(), data.len()), (Some("bits"), 32));
    // Row 1: the P-position (1, 2) and no other.
    assert_eq!(data[2..4], [0b100, 0]);
    let (about, data) = tile("remoteness", "10^40,10^40");
    assert_eq!(about["base"], "0");
    assert_eq!(data[..4], [1, 3, 5, 7]);
    // Kept tiles are the same bytes.
    assert_eq!(tile("remoteness", "10^40,10^40").1, data);
    // Numbers of many digits that lie far apart: a list of them.
    let (about, data) = tile("remoteness", "10^40,3*10^40");
    assert_eq!((about["kind"].as_str(), data.len()), (Some("list"), 512));
    let corner = [("rules", "wythoff"), ("position", "10^40,3*10^40")];
    let listed = &about["values"][usize::from(u16::from_le_bytes([data[0], data[1]]))];
    assert_eq!(*listed, server.ask("analyze", &corner).json()["remoteness"]);
}

#[test]
fn limits_are_answered_as_errors() {
    let server = server();
    type Question<'q> = &'q [(&'q str, &'q str)];
    let rows: [(&str, Question<'_>, u16, &str); 17] = [
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "10^10^9,3")],
            413,
            "limit",
        ),
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "10^20001,3")],
            413,
            "limit",
        ),
        (
            "analyze",
            &[("rules", "wyt(10^10^9,1)"), ("position", "1,3")],
            413,
            "limit",
        ),
        (
            "analyze",
            &[("rules", "wythof"), ("position", "1,3")],
            400,
            "input",
        ),
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "1")],
            400,
            "input",
        ),
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "-1,3")],
            400,
            "input",
        ),
        ("analyze", &[("rules", "wythoff")], 400, "input"),
        ("analyze", &[("position", "1,3")], 400, "input"),
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "1,3"), ("success", "2")],
            400,
            "input",
        ),
        (
            "analyze",
            &[("rules", "wythoff"), ("position", "1,3"), ("sucess", "1")],
            400,
            "input",
        ),
        (
            "analyze",
            &[
                ("rules", "wythoff"),
                ("position", "1,3"),
                ("success", "1/2"),
                ("digits", "10^6"),
            ],
            413,
            "limit",
        ),
        (
            "table",
            &[("rules", "wythoff"), ("value", "grundy"), ("size", "10^5")],
            413,
            "limit",
        ),
        (
            "table",
            &[
                ("rules", "wythoff"),
                ("value", "remoteness"),
                ("size", "400"),
                ("origin", "10^9999,0"),
            ],
            413,
            "limit",
        ),
        (
            "table",
            &[
                ("rules", "wythoff"),
                ("value", "grundy"),
                ("size", "3"),
                ("origin", "10^9,10^9"),
            ],
            413,
            "limit",
        ),
        (
            "table",
            &[
                ("rules", "wythoff.block(2)"),
                ("value", "grundy"),
                ("size", "3"),
            ],
            400,
            "undefined",
        ),
        (
            "positions",
            &[
                ("rules", "wythoff"),
                ("where", "outcome=P"),
                ("count", "10^6"),
            ],
            413,
            "limit",
        ),
        (
            "tile",
            &[
                ("rules", "wythoff"),
                ("value", "grundy"),
                ("origin", "10^12,0"),
                ("size", "64"),
            ],
            413,
            "limit",
        ),
    ];
    for (path, parameters, status, kind) in rows {
        let reply = server.ask(path, parameters);
        assert_eq!(reply.error(status), kind, "{path} {parameters:?}");
    }
}

#[test]
fn mistakes_in_rules_have_a_place() {
    let server = server();
    let reply = server.ask(
        "analyze",
        &[("rules", "wyt(2,3) + nimm(1)"), ("position", "1,3,1")],
    );
    assert_eq!(reply.error(400), "input");
    assert_eq!(reply.json()["error"]["at"][0], 11);
    let deep = format!("{}wythoff{}", "(".repeat(5000), ")".repeat(5000));
    let reply = server.ask("analyze", &[("rules", &deep), ("position", "1,3")]);
    assert!(matches!(reply.status, 400 | 413), "{reply:?}");
}

#[test]
fn the_time_limit_ends_a_computation() {
    let limits = Limits {
        time: std::time::Duration::from_millis(150),
        ..Limits::default()
    };
    let server = Running::start(limits);
    // Far from known: the reference would walk for long.
    let slow = [
        ("rules", "euclid + euclid"),
        ("value", "grundy"),
        ("size", "400"),
        ("slice", "*,*,97,96"),
    ];
    let reply = server.ask("table", &slow);
    assert_eq!(reply.error(413), "limit");
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = server();
    for asset in PAGE {
        let reply = server.get(asset.path);
        assert_eq!(reply.status, 200, "{}", asset.path);
        assert_eq!(reply.body, asset.bytes);
        let tag = reply.header("etag").unwrap().to_string();
        let again = server.get_with(asset.path, &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/js/../../Cargo.toml",
        "/js/%2e%2e/%2e%2e/Cargo.toml",
        "/js/",
        "/js",
        "/index.html/",
        "//etc/passwd",
        "/api/",
        "/api/unknown",
        "/%00",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.error(404), "missing", "{path}");
    }
}

#[test]
fn every_answer_carries_the_security_headers() {
    let server = server();
    for target in [
        "/",
        "/js/main.js",
        "/api/openapi.json",
        "/api/analyze",
        "/nothing",
    ] {
        let reply = server.get(target);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert!(reply.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let server = server();
    let address = server.address;
    for host in [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "192.168.0.1",
    ] {
        let reply = server
            .raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.error(421), "host", "{host}");
    }
    let none = server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(matches!(none.status, 400 | 421), "{none:?}");
    let two = format!(
        "GET / HTTP/1.1\r\nHost: {address}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    );
    assert!(matches!(server.raw(two.as_bytes()).status, 400 | 421));
    let absolute = format!(
        "GET http://evil.example/ HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    );
    assert!(matches!(server.raw(absolute.as_bytes()).status, 400 | 421));
    let question = "/api/analyze?rules=wythoff&position=1,2";
    for headers in [
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
    ] {
        assert_eq!(
            server.get_with(question, headers).error(403),
            "origin",
            "{headers}"
        );
    }
    let own = format!("Sec-Fetch-Site: same-origin\r\nOrigin: http://{address}\r\n");
    assert_eq!(server.get_with(question, &own).status, 200);
    assert_eq!(
        server
            .get_with("/", "Sec-Fetch-Site: cross-site\r\n")
            .status,
        200
    );
}

#[test]
fn other_methods_and_bodies_are_refused() {
    let server = server();
    let address = server.address;
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH"] {
        let request = format!(
            "{method} /api/analyze HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        );
        assert_eq!(server.raw(request.as_bytes()).error(405), "input");
    }
    let plain = format!(
        "POST /api/analyze HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    assert_eq!(server.raw(plain.as_bytes()).error(415), "input");
    assert_eq!(server.post("analyze", "{").error(400), "input");
    let long = format!(r#"{{"rules": "{}"}}"#, "x".repeat(1 << 21));
    assert_eq!(server.post("analyze", &long).error(413), "limit");
    let head = format!(
        "GET /?{} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n",
        "x".repeat(1 << 18)
    );
    assert!(matches!(server.raw(head.as_bytes()).status, 414 | 431));
}

#[test]
fn the_description_names_every_endpoint_and_parameter() {
    let server = server();
    let description = server.get("/api/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), ENDPOINTS.len() + 1);
    for endpoint in ENDPOINTS {
        let described: Vec<&str> = description["paths"][endpoint.path]["get"]["parameters"]
            .as_array()
            .unwrap_or_else(|| panic!("{} is not described", endpoint.path))
            .iter()
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        assert_eq!(described, endpoint.parameters, "{}", endpoint.path);
    }
}

#[test]
fn the_page_stays_small_and_names_no_other_server() {
    let mut total = 0;
    for asset in PAGE {
        total += asset.bytes.len();
        let text = std::str::from_utf8(asset.bytes).unwrap();
        let known = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];
        let rest = known
            .iter()
            .fold(text.to_string(), |text, name| text.replace(name, ""));
        assert!(
            !rest.contains("http://") && !rest.contains("https://"),
            "{}",
            asset.path
        );
        assert!(
            !rest.contains("style=\""),
            "{}: the policy refuses inline styles",
            asset.path
        );
    }
    // Not even compressed, and below the 300 KB that the page may have.
    assert!(total < 300_000, "{total} bytes");
}
