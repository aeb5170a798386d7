//! Expressions against values worked out by hand, and against an independent evaluation of random ones.

use super::*;
use crate::sim::rng::Rng;

fn meaning(name: &str) -> Meaning {
    match Variable::ALL.into_iter().find(|(known, _)| *known == name) {
        Some((_, variable)) if variable.of_a_volley() => Meaning::Refused("a volley"),
        Some((_, variable)) => Meaning::Variable(variable),
        None if name == "base" => Meaning::Slot(1),
        None => Meaning::Unknown(vec!["rank".to_owned(), "base".to_owned()]),
    }
}

fn run(code: &[Op], seed: u64) -> f32 {
    let mut variables = [0.0; VARIABLE_COUNT];
    variables[Variable::Rank as usize] = 0.5;
    variables[Variable::T as usize] = 90.0;
    let mut rng = Rng::new(seed);
    evaluate(code, &mut Context { variables: &variables, slots: &[0.0, 40.0], rng: &mut rng, difficulty: 2 })
}

fn value(text: &str) -> f32 {
    run(&parse(text, &meaning).unwrap_or_else(|fault| panic!("{text}: {fault:?}")), 1)
}

#[test]
fn values_worked_out_by_hand() {
    let cases = [
        ("2.5", 2.5),
        (".5", 0.5),
        ("1e2", 100.0),
        ("2e", f32::NAN),
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("7 - 2 - 1", 4.0),
        ("-2 ^ 2", -4.0),
        ("2 ^ 3 ^ 2", 512.0),
        ("2 ^ -1", 0.5),
        ("--3", 3.0),
        ("+3", 3.0),
        ("7 % 4", 3.0),
        ("-7 % 4", -3.0),
        ("mod(-7, 4)", 1.0),
        ("mod(7, -4)", -1.0),
        ("8 / 4 / 2", 1.0),
        ("1 < 2", 1.0),
        ("2 <= 1", 0.0),
        ("2 == 2 and 3 != 4", 1.0),
        ("0 or 0", 0.0),
        ("0 || 5", 1.0),
        ("3 && 0", 0.0),
        ("not 0", 1.0),
        ("!2", 0.0),
        ("not 1 > 2", 1.0),
        ("if(rank > 0.4, 10, 20)", 10.0),
        ("min(3, 1, 2)", 1.0),
        ("max(3, 1, 9, 2)", 9.0),
        ("clamp(12, 0, 10)", 10.0),
        ("abs(-3)", 3.0),
        ("floor(-1.5)", -2.0),
        ("ceil(1.2)", 2.0),
        ("round(2.5)", 3.0),
        ("trunc(-1.5)", -1.0),
        ("sign(-3) + sign(0) + sign(9)", 0.0),
        ("sqrt(9)", 3.0),
        ("sqrt(-1)", 0.0),
        ("sin(90)", 1.0),
        ("cos(180)", -1.0),
        ("sin(30)", 0.5),
        ("tan(45)", 1.0),
        ("atan2(1, 0)", 90.0),
        ("lerp(10, 20, 0.25)", 12.5),
        ("ease(InQuad, 0.5)", 0.25),
        ("ease(Linear, 3)", 1.0),
        ("wrap(270)", -90.0),
        ("noise(3)", 0.0),
        ("pow(2, 10)", 1024.0),
        ("1.4 + 0.3 * rank", 1.55),
        ("base + t / 45", 42.0),
        ("base*2-t", -10.0),
        ("rand(3, 3)", 3.0),
        ("randint(4, 4)", 4.0),
    ];
    for (text, expected) in cases.into_iter().filter(|(_, expected)| !expected.is_nan()) {
        assert!((value(text) - expected).abs() < 1e-5, "{text} = {}, expected {expected}", value(text));
    }
}

#[test]
fn random_numbers_stay_in_their_range_and_repeat_with_the_seed() {
    let code = |text: &str| parse(text, &meaning).unwrap();
    let (range, one, bare, die) = (code("rand(2, 5)"), code("rand(10)"), code("rand()"), code("randint(1, 6)"));
    let mut faces = [0_u32; 7];
    for seed in 0..600 {
        assert!(
            (2.0..5.0).contains(&run(&range, seed)) && (0.0..10.0).contains(&run(&one, seed)) && (0.0..1.0).contains(&run(&bare, seed))
        );
        faces[run(&die, seed) as usize] += 1;
        assert_eq!(run(&die, seed), run(&die, seed));
    }
    assert!(faces[0] == 0 && faces[1..].iter().all(|&count| count > 50), "{faces:?}");
}

#[test]
fn noise_is_smooth_and_bounded() {
    let code = parse("noise(t)", &meaning).unwrap();
    let at = |t: f32| {
        let mut variables = [0.0; VARIABLE_COUNT];
        variables[Variable::T as usize] = t;
        evaluate(&code, &mut Context { variables: &variables, slots: &[], rng: &mut Rng::new(0), difficulty: 0 })
    };
    let values: Vec<f32> = (-500..500).map(|k| at(k as f32 * 0.05)).collect();
    assert!(values.iter().all(|v| v.abs() <= 1.0) && values.iter().any(|v| v.abs() > 0.3));
    assert!(values.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.25));
}

#[test]
fn constants_are_folded() {
    assert_eq!(parse("2 * (3 + sin(90)) - min(1, 2, 3)", &meaning), Ok(vec![Op::Const(7.0)]));
    assert_eq!(parse("rank * (2 + 3)", &meaning).unwrap().len(), 3);
    assert_eq!(parse("rand(1 + 1, 5)", &meaning).unwrap().len(), 3, "a random number is not a constant");
}

#[test]
fn faults_name_the_place() {
    let long = format!("1{}", " + 1".repeat(600));
    let deep = format!("{}1{}", "(".repeat(160), ")".repeat(160));
    let wide = format!("{}rank{}", "rank + (".repeat(40), ")".repeat(40));
    let cases: [(&str, usize, &str); 20] = [
        ("", 0, "the end of the expression"),
        ("1 + ", 4, "the end"),
        ("1 + * 2", 4, "`*`"),
        ("(1 + 2", 6, "the end"),
        ("1 2", 2, "a number, 2"),
        ("1 + rnak", 4, "unknown name `rnak`"),
        ("sine(3)", 0, "unknown function `sine`"),
        ("sin(1, 2)", 0, "`sin` with 2 arguments"),
        ("1 + min(2)", 4, "`min` with 1 argument"),
        ("rand(1, 2, 3)", 0, "`rand` with 3 arguments"),
        ("sin + 1", 0, "without brackets"),
        ("1 = 2", 2, "`=`"),
        ("1 < 2 < 3", 6, "`<`"),
        ("ease(OutSin, t)", 5, "unknown curve `OutSin`"),
        ("2 $ 3", 2, "`$`"),
        ("i * 2", 0, "`i` has no value here"),
        ("1..2", 2, "a number"),
        (&long, 0, "bytes"),
        (&deep, 128, "nested"),
        (&wide, 0, "too many values"),
    ];
    for (text, offset_bytes, found) in cases {
        let fault = parse(text, &meaning).expect_err(text);
        assert_eq!(fault.offset_bytes, offset_bytes, "{text}: {fault:?}");
        assert!(fault.found.contains(found), "{text}: {fault:?}");
    }
    assert_eq!(parse("1 + rnak", &meaning).unwrap_err().nearest.as_deref(), Some("rank"));
    assert_eq!(parse("sine(3)", &meaning).unwrap_err().nearest.as_deref(), Some("sin"));
    assert_eq!(parse("ease(OutSin, t)", &meaning).unwrap_err().nearest.as_deref(), Some("OutSine"));
}

/// Writes a random expression with full brackets and works its value out at the same time.
fn random_expression(rng: &mut Rng, depth: u32) -> (String, f32) {
    if depth == 0 {
        return match rng.below(3) {
            0 => ("rank".to_owned(), 0.5),
            1 => ("base".to_owned(), 40.0),
            _ => {
                let value = rng.below(100) as f32 / 4.0;
                (format!("{value}"), value)
            }
        };
    }
    let (a, x) = random_expression(rng, depth - 1);
    let (b, y) = random_expression(rng, depth - 1);
    let truth = |yes: bool| f32::from(u8::from(yes));
    match rng.below(9) {
        0 => (format!("({a} + {b})"), x + y),
        1 => (format!("({a} - {b})"), x - y),
        2 => (format!("({a} * {b})"), x * y),
        3 => (format!("(-{a})"), -x),
        4 => (format!("min({a}, {b})"), if x < y { x } else { y }),
        5 => (format!("max({a}, {b})"), if x > y { x } else { y }),
        6 => (format!("if({a} < {b}, {a}, {b})"), if x < y { x } else { y }),
        7 => (format!("({a} >= {b} or not {b})"), truth(x >= y || y == 0.0)),
        _ => (format!("lerp({a}, {b}, 0.5)"), x + (y - x) * 0.5),
    }
}

#[test]
fn random_expressions_equal_an_independent_evaluation() {
    let mut rng = Rng::new(77);
    for _ in 0..2_000 {
        let depth = rng.below(5);
        let (text, expected) = random_expression(&mut rng, depth);
        if text.len() < 2_000 {
            assert_eq!(value(&text).to_bits() << 1, expected.to_bits() << 1, "{text} = {expected}");
        }
    }
}

#[test]
fn random_text_never_panics() {
    const PIECES: [&str; 24] = [
        "1", ".5", "rank", "base", "é", "(", ")", ",", "+", "-", "*", "/", "%", "^", "<", "==", "and", "not", "if(", "min(", "rand(",
        "ease(", "OutSine", "1e",
    ];
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let text: String = (0..rng.below(12)).flat_map(|_| [PIECES[rng.below(24) as usize], " "]).collect();
        if let Ok(code) = parse(&text, &meaning) {
            run(&code, 3);
        }
    }
}
