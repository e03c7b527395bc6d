//! The addresses of a deployment on this machine, for people and their phones.

use std::net::{IpAddr, SocketAddr};

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
