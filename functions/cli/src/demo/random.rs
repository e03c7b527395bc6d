//! SplitMix64: always the same numbers from the same seed, on every machine.

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence for this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high - low + 1).unwrap_or(1).max(1);
        low + i64::try_from(self.next() % width).unwrap_or(0)
    }

    /// True with this probability, in percent.
    pub fn percent(&mut self, chance: i64) -> bool {
        self.between(1, 100) <= chance
    }

    /// A random item of the list.
    pub fn pick<'l>(&mut self, list: &'l [&'l str]) -> &'l str {
        let place = self.between(0, i64::try_from(list.len()).unwrap_or(1) - 1);
        usize::try_from(place)
            .ok()
            .and_then(|place| list.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// A whole number around `middle`, most of them within `spread`, none further away than three
    /// times that.
    pub fn around(&mut self, middle: i64, spread: i64) -> i64 {
        let sum: i64 = (0..12).map(|_| self.between(-1_000, 1_000)).sum();
        middle + (sum / 2 * spread / 1_000).clamp(-3 * spread, 3 * spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_within_their_bounds() {
        let mut one = Random::new(7);
        let mut two = Random::new(7);
        for _ in 0..1_000 {
            let (a, b) = (one.between(-3, 9), two.between(-3, 9));
            assert_eq!(a, b);
            assert!((-3..=9).contains(&a));
            assert!((70..=130).contains(&one.around(100, 10)));
            two.around(100, 10);
        }
    }

    #[test]
    fn numbers_around_a_middle_spread_as_said() {
        let mut random = Random::new(1);
        let near = (0..1_000)
            .filter(|_| (90..=110).contains(&random.around(100, 10)))
            .count();
        assert!((600..800).contains(&near), "{near} of 1000");
    }
}
