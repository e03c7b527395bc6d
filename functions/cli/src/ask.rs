//! Questions on the terminal, for what the arguments do not say.

use std::io::{self, IsTerminal, Write};

use crate::failure::{Failure, Outcome};

/// Asks until the answer is accepted; `accept` returns why it is not. Where nobody can answer, the
/// option that says it is missing.
pub fn line(
    question: &str,
    option: &str,
    accept: impl Fn(&str) -> Result<(), String>,
) -> Outcome<String> {
    asked(
        option,
        || {
            eprint!("{question}: ");
            io::stderr().flush()?;
            let mut line = String::new();
            if io::stdin().read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            Ok(line.trim().to_owned())
        },
        accept,
    )
}

/// The same for a password, which is typed twice and not shown.
pub fn password(option: &str, accept: impl Fn(&str) -> Result<(), String>) -> Outcome<String> {
    let typed = || rpassword::prompt_password("Password (8 characters or more, not shown): ");
    let password = asked(option, typed, accept)?;
    let is_same = |again: &str| match again == password {
        true => Ok(()),
        false => Err("That is not the same.".to_owned()),
    };
    asked(
        option,
        || rpassword::prompt_password("The same again: "),
        is_same,
    )
}

fn asked(
    option: &str,
    read: impl Fn() -> io::Result<String>,
    accept: impl Fn(&str) -> Result<(), String>,
) -> Outcome<String> {
    if !io::stdin().is_terminal() {
        return Err(Failure::Usage(format!(
            "{option} is missing, and there is no terminal to ask on."
        )));
    }
    loop {
        let answer = read().map_err(|error| Failure::because("There is no answer", &error))?;
        match accept(&answer) {
            Ok(()) => return Ok(answer),
            Err(why) => eprintln!("{why}"),
        }
    }
}
