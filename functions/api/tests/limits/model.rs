//! The limits, counted the slow way: every call is remembered, every window is searched.

use std::collections::{HashMap, HashSet, VecDeque};

use chute_domain::{limit::Limit, subscription::Caps};

use crate::crowd::Call;

/// The calls counted against a limit, by phone or address.
pub struct Window {
    limit: Limit,
    calls: HashMap<u64, VecDeque<u32>>,
}

impl Window {
    pub fn new(limit: Limit) -> Self {
        Self {
            limit,
            calls: HashMap::new(),
        }
    }

    pub fn has_room(&mut self, whose: u64, now_s: u32) -> bool {
        let calls = self.calls.entry(whose).or_default();
        while calls
            .front()
            .is_some_and(|at| *at + self.limit.within_s.get() <= now_s)
        {
            calls.pop_front();
        }
        calls.len() < self.limit.most as usize
    }

    pub fn note(&mut self, whose: u64, now_s: u32) {
        self.calls.entry(whose).or_default().push_back(now_s);
    }
}

/// Everything that `sms/add` counts.
pub struct Model {
    of_phone: Window,
    of_source: Window,
    confirmed_of_phone: Window,
    confirmed_of_source: Window,
    told: HashSet<(u64, usize)>,
    of_year: HashMap<usize, u32>,
    of_day: HashMap<u32, u32>,
    caps: Caps,
    /// The number of accepted subscriptions.
    pub stored: usize,
}

impl Model {
    pub fn new(caps: Caps) -> Self {
        Self {
            of_phone: Window::new(caps.of_phone),
            of_source: Window::new(caps.of_source),
            confirmed_of_phone: Window::new(caps.confirmed_of_phone),
            confirmed_of_source: Window::new(caps.confirmed_of_source),
            told: HashSet::new(),
            of_year: HashMap::new(),
            of_day: HashMap::new(),
            caps,
            stored: 0,
        }
    }

    /// Whether the call is accepted; if so, it counts.
    pub fn takes(&mut self, call: &Call) -> bool {
        let Call {
            source,
            phone,
            year,
            now_s,
            ..
        } = *call;
        let confirms = !self.told.contains(&(phone, year));
        let mut room =
            self.of_source.has_room(source, now_s) && self.of_phone.has_room(phone, now_s);
        let (of_year, of_day) = (
            self.of_year.get(&year).copied(),
            self.of_day.get(&(now_s / 86_400)).copied(),
        );
        if confirms {
            room &= self.confirmed_of_source.has_room(source, now_s)
                && self.confirmed_of_phone.has_room(phone, now_s);
            room &= of_year.unwrap_or_default() < self.caps.confirmed_of_year
                && of_day.unwrap_or_default() < self.caps.confirmed_of_day;
        }
        if !room {
            return false;
        }
        self.of_source.note(source, now_s);
        self.of_phone.note(phone, now_s);
        if confirms {
            self.confirmed_of_source.note(source, now_s);
            self.confirmed_of_phone.note(phone, now_s);
            self.told.insert((phone, year));
            *self.of_year.entry(year).or_default() += 1;
            *self.of_day.entry(now_s / 86_400).or_default() += 1;
        }
        self.stored += 1;
        true
    }

    /// The number of texts that were due.
    pub fn told(&self) -> usize {
        self.told.len()
    }
}
