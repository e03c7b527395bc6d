//! The five things that `chute serve` says on the terminal once it can be reached.

use std::{env, fmt, net::SocketAddr, path::Path};

use chute_serve::tls::{Certificate, EXPLAINED};
use qrcode::{QrCode, render::unicode};

use crate::addresses::addresses;

/// A deployment that can be reached.
pub struct Welcome<'a> {
    /// Where it listens.
    pub listener: SocketAddr,
    /// The folder of its data.
    pub data: &'a Path,
    /// Whether somebody can sign in as an administrator.
    pub has_admin: bool,
    /// The certificate, where it also answers https.
    pub tls: Option<&'a Certificate>,
}

impl fmt::Display for Welcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = addresses(self.listener);
        let address = |address: &SocketAddr| format!("http://{address}/");
        let listed: Vec<String> = all.iter().map(address).collect();
        let for_phones = all.iter().find(|address| !address.ip().is_loopback());
        let over_tls = match (self.tls, for_phones.or(all.first())) {
            (None, _) | (_, None) => String::new(),
            (Some(Certificate::Given { .. }), _) => ", and https".to_owned(),
            (Some(Certificate::Made(_)), Some(at)) => {
                format!(", and https, of which http://{at}{EXPLAINED} tells more")
            }
        };
        writeln!(f, "Results: {}{over_tls}", listed.join("  "))?;
        match for_phones.and_then(|phones| QrCode::new(address(phones)).ok()) {
            Some(code) => writeln!(f, "Phones:\n{}", code.render::<unicode::Dense1x2>().build())?,
            None => writeln!(
                f,
                "Phones: start it with --lan, and their QR code stands here"
            )?,
        }
        match (self.has_admin, all.last()) {
            (true, Some(here)) => writeln!(f, "Sign in: http://{here}/login")?,
            _ => writeln!(
                f,
                "First administrator: {} --data {} admin create",
                quoted(&env::args().next().unwrap_or_else(|| "chute".to_owned())),
                quoted(&self.data.display().to_string())
            )?,
        }
        writeln!(f, "Data: {}", self.data.display())?;
        write!(f, "Stop: Ctrl-C")
    }
}

/// A word of a command as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%,:=".contains(c);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(listener: &str, has_admin: bool) -> String {
        let welcome = Welcome {
            listener: listener.parse().unwrap(),
            data: Path::new("my races"),
            has_admin,
            tls: None,
        };
        welcome.to_string()
    }

    #[test]
    fn a_new_deployment_on_this_machine_takes_five_lines() {
        let told = told("127.0.0.1:8080", false);
        let lines: Vec<&str> = told.lines().collect();
        let begins = [
            "Results: http://127.0.0.1:8080/",
            "Phones: ",
            "First administrator: ",
            "Data: my races",
            "Stop: ",
        ];
        assert_eq!(lines.len(), begins.len(), "{told}");
        for (line, begin) in lines.iter().zip(begins) {
            assert!(line.starts_with(begin), "{told}");
        }
        assert!(told.contains(" --data 'my races' admin create"), "{told}");
    }

    #[test]
    fn phones_get_a_code_where_they_reach_it() {
        let told = told("192.0.2.7:80", true);
        assert!(told.lines().count() > 14, "{told}");
        assert!(
            told.contains("Sign in: http://192.0.2.7:80/login"),
            "{told}"
        );
    }

    #[test]
    fn a_word_is_quoted_as_a_shell_takes_it() {
        assert_eq!(quoted("/srv/it's here"), r"'/srv/it'\''s here'");
        assert_eq!(quoted("./chute-0.7"), "./chute-0.7");
    }
}
