//! Where a hook may lead: to a name on the public network. Otherwise anybody with an event could
//! make us call machines that only we can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::device::{IN_ADDRESS, is_loopback, is_name};

/// The maximum length of an address, in characters.
const LONGEST: usize = 500;

/// Decides to which addresses hooks may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// Whether a receiver on this machine may be called, without TLS: for tests.
    pub loopback: bool,
}

impl Addresses {
    /// The address as it is stored, with its host in lower case; `None` if no hook may lead there.
    /// It needs `https` and a host name, and may have a port, a path and a query, but no IP
    /// address, user or fragment.
    #[must_use]
    pub fn checked(self, text: &str) -> Option<String> {
        let text = text.trim();
        if text.len() > LONGEST
            || !text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || IN_ADDRESS.contains(&byte))
        {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at_checked(end)?;
        let (scheme, authority) = (scheme.to_ascii_lowercase(), authority.to_ascii_lowercase());
        let is_taken = match scheme.as_str() {
            "https" => is_public_host(&authority),
            "http" => self.loopback && is_loopback(&authority),
            _ => false,
        };
        is_taken.then(|| format!("{scheme}://{authority}{path}"))
    }

    /// Whether the machine with this IP address may be called.
    #[must_use]
    pub fn allow(self, machine: IpAddr) -> bool {
        is_public(machine) || (self.loopback && machine.is_loopback())
    }
}

fn is_public_host(authority: &str) -> bool {
    let (name, port) = authority.split_once(':').unwrap_or((authority, "443"));
    is_name(name)
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Whether an IP address is on the public network: not this machine's own, not in a private
/// network, not link-local (where clouds offer credentials), not reserved for tests or
/// documentation, and not multicast.
fn is_public(machine: IpAddr) -> bool {
    match machine {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

/// Whether it is a global unicast address (`2000::/3`), except for those that embed another address
/// or are meant for documentation.
fn is_public_v6(v6: Ipv6Addr) -> bool {
    let [first, second, ..] = v6.segments();
    let is_special = matches!(
        (first, second),
        (0x2001, 0..=0x1ff | 0xdb8) | (0x2002, _) | (0x3fff, 0..=0xfff)
    );
    (0x2000..=0x3fff).contains(&first) && !is_special
}
