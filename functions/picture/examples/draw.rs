//! Draws one picture, so that it can be looked at and measured:
//!
//! ```text
//! cargo run --release -p chute-picture --example draw -- "Ana Ruiz" "2026 River 10K" "#c2185b" 1 > picture.png
//! ```
//!
//! The last number says how many times it is drawn: what one drawing costs is the difference of two
//! runs.

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use chute_domain::card::{Certificate, NamedValue};
use chute_picture::Picture;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let mut next = |otherwise: &str| given.next().unwrap_or_else(|| otherwise.to_owned());
    let fact = |name: &str, value: &str| NamedValue {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let certificate = Certificate {
        name: next("Ana Ruiz"),
        event: next("2026 River 10K"),
        color: next(""),
        time: fact("Chip time", "1:23:45"),
        place: fact("Overall by chip time", "114 of 814"),
        occasion: "10 KM · May 2, 2026".to_owned(),
    };
    let times: u32 = next("1").parse()?;
    let mut file = Vec::new();
    for _ in 0..times {
        file = Picture::of(&certificate)
            .ok_or("a letter that the typefaces lack")?
            .png()?;
    }
    Ok(io::stdout().write_all(&file)?)
}
