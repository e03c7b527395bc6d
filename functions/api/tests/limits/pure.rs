//! The pure rule at full scale: the logs of times, normally stored in tables, are kept in a map.

use std::collections::HashMap;

use chute_domain::limit::{Limit, Log};

use crate::{
    crowd::{CROWDS, Call, Crowd},
    model::Model,
};

const CALLS: usize = 100_000;
const FROM_S: u32 = 20_000 * 86_400 + 7 * 3_600;
#[derive(Default)]
struct Memory {
    logs: HashMap<(&'static str, u64), Log>,
    told: HashMap<(u64, usize), ()>,
    shared: HashMap<(&'static str, u64), u32>,
}

impl Memory {
    fn subscribe(&mut self, call: &Call, caps: &chute_domain::subscription::Caps) -> bool {
        let confirms = !self.told.contains_key(&(call.phone, call.year));
        let all: [((&'static str, u64), Limit); 4] = [
            (("s", call.source), caps.of_source),
            (("p", call.phone), caps.of_phone),
            (("cs", call.source), caps.confirmed_of_source),
            (("cp", call.phone), caps.confirmed_of_phone),
        ];
        let counted: Result<Vec<_>, _> = all
            .iter()
            .take(if confirms { 4 } else { 2 })
            .map(|(key, limit)| {
                // encoded and decoded, as if stored
                let log = self
                    .logs
                    .get(key)
                    .map(|log| Log::from_bytes(&log.to_bytes()))
                    .unwrap_or_default();
                limit.count(&log, call.now_s).map(|log| (*key, log))
            })
            .collect();
        let Ok(counted) = counted else { return false };
        let shared = [
            (("y", call.year as u64), caps.confirmed_of_year),
            (("d", u64::from(call.now_s / 86_400)), caps.confirmed_of_day),
        ];
        if confirms {
            if shared
                .iter()
                .any(|(key, most)| self.shared.get(key).copied().unwrap_or_default() >= *most)
            {
                return false;
            }
            for (key, _) in shared {
                *self.shared.entry(key).or_default() += 1;
            }
            self.told.insert((call.phone, call.year), ());
        }
        self.logs.extend(counted);
        true
    }
}

#[test]
fn a_hundred_thousand_calls_store_what_the_limits_allow() {
    for crowd in CROWDS {
        let caps = Crowd::caps(CALLS);
        let (mut memory, mut model, mut stored) = (Memory::default(), Model::new(caps), 0);
        for call in crowd.calls(CALLS, FROM_S) {
            let taken = memory.subscribe(&call, &caps);
            assert_eq!(taken, model.takes(&call), "{}: {call:?}", crowd.name);
            stored += usize::from(taken);
        }
        assert_eq!(stored, model.stored);
        println!(
            "{}: {CALLS} calls, {stored} stored, {} texts",
            crowd.name,
            model.told()
        );
    }
}

/// The numbers that follow from the contract without a model.
#[test]
fn crowds_store_the_figures_of_the_contract() {
    let stored = |crowd: &Crowd| {
        let (caps, mut memory) = (Crowd::caps(CALLS), Memory::default());
        crowd
            .calls(CALLS, FROM_S)
            .filter(|call| memory.subscribe(call, &caps))
            .count()
    };
    // five hours, ten confirmed an hour
    assert_eq!(stored(&CROWDS[0]), 50);
    // 120 an hour, however many phones are known
    assert_eq!(stored(&CROWDS[1]), 600);
    // the crowd spans two days: 2,000 for each of seven years
    assert_eq!(stored(&CROWDS[3]), 14_000);
    // 30 an hour
    assert_eq!(stored(&CROWDS[4]), 150);
}
