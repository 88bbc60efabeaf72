use std::time::Instant;
use wythoff_automata::*;
fn run(name: &str, game: Game, value: Value, n: &std::sync::Arc<Numeration>) {
    let s = Statement { game, numeration: n.clone(), value };
    let b = Budget::default();
    let t = Instant::now();
    match search(&s, &Search::default(), &b) {
        Ok(f) => {
            print!("{name}: {} {:?} ", if f.is_proved(&s) {"PROVED"} else {"open"}, t.elapsed());
            for r in &f.proved { print!("[{} / {} / {}] ", r.states(), r.dfa().accepting(), r.dfa().transitions()); }
            println!();
            for a in &f.attempts { println!("   {:?}", a); }
            if let Some(r) = f.proved.last() {
                let t = Instant::now();
                let v = s.check(&f.proved, &b);
                println!("   check {:?} {:?} counts {:?}", t.elapsed(), v, r.counts(13));
            }
        }
        Err(e) => println!("{name}: ERROR {e} {:?}", t.elapsed()),
    }
}
fn main() {
    let z = Numeration::zeckendorf().unwrap();
    let until = |k| Game::wyt(1,1).until(&Condition::total_at_most(2, k));
    let which = std::env::args().nth(1).unwrap_or_default();
    let w = |s: &str| which.is_empty() || which == s;
    if w("a2") { run("A2", Game::wyt(1,1), Value::Outcome, &z); run("A2m", Game::wyt(1,1).misere(), Value::Outcome, &z); }
    if w("a3") { run("A3", until(2), Value::Outcome, &z); run("A4", until(2), Value::Grundy(1), &z);
       for k in 0..=10 { run(&format!("A6 {k}"), until(k), Value::Outcome, &z); run(&format!("A6m {k}"), until(k).misere(), Value::Outcome, &z); } }
    if w("a7") { run("A7", Game::wyt(1,1), Value::Grundy(1), &z); run("A8", Game::wyt(1,1).with_pass(), Value::Outcome, &z); }
    if w("a11") { run("A11", Game::wyt(1,1), Value::Remoteness, &z); run("A12", until(2), Value::Remoteness, &z); }
    if w("a13") { run("A13", until(1), Value::Remoteness, &z); run("A13", until(3), Value::Remoteness, &z);run("A13", until(4), Value::Remoteness, &z); }
    if w("a15") { run("A15", Game::wyt(1,1).blocked(2), Value::Outcome, &z); run("A15", Game::wyt(1,1).blocked(3), Value::Outcome, &z); }
    if w("a16") { run("A16", Game::wyt(2,1), Value::Outcome, &Numeration::quadratic(2).unwrap()); run("A16", Game::wyt(3,1), Value::Outcome, &Numeration::quadratic(3).unwrap()); run("A16", Game::wyt(2,2), Value::Outcome, &z);}
    if w("a18") { run("A18", Game::wyt(1,2), Value::Outcome, &Numeration::padovan().unwrap()); }
    if w("p23") { for (a,b) in [(2,3),(3,2)] { match Numeration::for_wyt(a,b) { Ok(n) => { println!("{:?} {:?} digits {} cert {:?}", n.regular(), n.corrections(), n.digits(), n.certify(&Budget::default())); run("P", Game::wyt(a.into(),b.into()), Value::Outcome, &n); } Err(e) => println!("{e}") } } }

    if w("a17") {
        for (a, b, n) in [(1,1,z.clone()), (2,1,Numeration::quadratic(2).unwrap()), (3,1,Numeration::quadratic(3).unwrap()), (2,2,z.clone())] {
            let bud = Budget::default();
            let mut s = Statement { game: Game::wyt(a.into(),b.into()), numeration: n.clone(), value: Value::Outcome };
            let f = search(&s, &Search::default(), &bud).unwrap();
            let t = Instant::now();
            let r = wyt_remoteness(&f.proved[0], a, b, 0, &bud).unwrap();
            s.value = Value::Remoteness;
            println!("A17 {a} {b} {} built {:?} iota {}", r.states(), t.elapsed(), iota(&f.proved[0],a,b,0,&bud).unwrap().states());
            let t = Instant::now();
            println!("{:?} {:?} peak {}", s.check(&[r], &bud), t.elapsed(), bud.peak());
        }
    }
}
