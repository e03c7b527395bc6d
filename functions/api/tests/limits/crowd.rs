//! Who calls, about what, and when.

use chute_domain::subscription::Caps;

/// One subscription.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub source: u64,
    pub phone: u64,
    /// The index of the year.
    pub year: usize,
    /// The runner's bib; another runner is another subscription of the same phone.
    pub bib: usize,
    pub now_s: u32,
}

/// A crowd: `calls` calls spread evenly over `hours`.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub name: &'static str,
    pub sources: u64,
    pub phones: Phones,
    pub years: usize,
    pub hours: f64,
}

/// The phones from which the calls come.
#[derive(Clone, Copy, Debug)]
pub enum Phones {
    /// Each number once.
    Sequential,
    /// This many numbers, used repeatedly.
    Among(u64),
}

pub const CROWDS: [Crowd; 5] = [
    Crowd {
        name: "one address",
        sources: 1,
        phones: Phones::Sequential,
        years: 1,
        hours: 5.0,
    },
    Crowd {
        name: "one address, phones that come back",
        sources: 1,
        phones: Phones::Among(20),
        years: 2,
        hours: 5.0,
    },
    Crowd {
        name: "1,000 addresses",
        sources: 1_000,
        phones: Phones::Among(3_000),
        years: 7,
        hours: 30.0,
    },
    Crowd {
        name: "sequential numbers, each from an address of its own",
        sources: u64::MAX,
        phones: Phones::Sequential,
        years: 7,
        hours: 30.0,
    },
    Crowd {
        name: "one phone from everywhere",
        sources: u64::MAX,
        phones: Phones::Among(1),
        years: 40,
        hours: 5.0,
    },
];

/// A pseudo-random number, the same in every run.
fn scattered(i: u64) -> u64 {
    let mut x = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 29)
}

impl Crowd {
    /// The crowd's calls from `from_s` on, in chronological order.
    pub fn calls(self, count: usize, from_s: u32) -> impl Iterator<Item = Call> {
        let step = self.hours * 3_600.0 / count as f64;
        (0..count).map(move |i| {
            let n = i as u64;
            Call {
                source: if self.sources == u64::MAX {
                    n
                } else {
                    scattered(n) % self.sources
                },
                phone: match self.phones {
                    Phones::Sequential => n,
                    Phones::Among(phones) => scattered(n ^ 0xA5A5) % phones,
                },
                year: (scattered(n ^ 0x5A5A) % self.years as u64) as usize,
                bib: i,
                now_s: from_s + (i as f64 * step) as u32,
            }
        })
    }

    /// The limits for this many calls: at 100,000 those of the contract; for fewer, the shared ones
    /// shrink in proportion.
    pub fn caps(count: usize) -> Caps {
        let caps = Caps::default();
        let part = |cap: u32| (u64::from(cap) * count as u64).div_ceil(100_000).max(1) as u32;
        Caps {
            confirmed_of_year: part(caps.confirmed_of_year),
            confirmed_of_day: part(caps.confirmed_of_day),
            ..caps
        }
    }
}
