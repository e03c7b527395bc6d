//! The addresses of a deployment on this machine, for people and their phones.

use std::net::{IpAddr, SocketAddr};

use qrcode::{QrCode, render::unicode};

/// The lines to print for a listener at this address: its addresses and, if phones can reach it, a
/// QR code for them.
pub fn lines(listener: SocketAddr) -> Vec<String> {
    let all = addresses(listener);
    let for_phones = all.iter().find(|address| !address.ip().is_loopback());
    let code = for_phones.and_then(|address| QrCode::new(format!("http://{address}/")).ok());
    let code = code.map(|code| code.render::<unicode::Dense1x2>().build());
    all.iter()
        .map(|address| format!("http://{address}/"))
        .chain(code)
        .collect()
}

/// The addresses of a listener, those for phones first; only IPv4 if it listens on all.
pub fn addresses(listener: SocketAddr) -> Vec<SocketAddr> {
    if !listener.ip().is_unspecified() {
        return vec![listener];
    }
    let of_machine = local_ip_address::list_afinet_netifas()
        .unwrap_or_default()
        .into_iter()
        .map(|(_, address)| address);
    let mut all: Vec<IpAddr> = of_machine.filter(|address| address.is_ipv4()).collect();
    // addresses for phones first: the reader sits at this machine already
    all.sort_by_key(|address| (address.is_loopback(), *address));
    all.dedup();
    all.into_iter()
        .map(|address| SocketAddr::new(address, listener.port()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_told_as_it_is() {
        assert_eq!(
            lines("127.0.0.1:8080".parse().unwrap()),
            ["http://127.0.0.1:8080/"]
        );
    }

    #[test]
    fn another_machine_gets_a_code() {
        let told = lines("192.0.2.7:80".parse().unwrap());
        assert_eq!(
            told.first().map(String::as_str),
            Some("http://192.0.2.7:80/")
        );
        assert!(told.get(1).is_some_and(|code| code.lines().count() > 10));
    }
}
