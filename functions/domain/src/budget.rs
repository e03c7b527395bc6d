//! Budgets of text alerts: the texts and dollars allowed for a year of an event, and for a day and
//! a month of the whole deployment (contract 8.5). Money is counted in millionths of a dollar,
//! since a text costs less than a cent.

/// One dollar, in millionths of a dollar.
pub const MICROS: u64 = 1_000_000;

/// Texts and money, either spent or allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Alerts. Confirmations and replies are not counted here: they have limits of their own.
    pub texts: u64,
    /// The maximum cost of all texts, in millionths of a dollar.
    pub micros: u64,
}

/// The maximum that may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// For a year of an event, in total.
    pub year: Usage,
    /// For the deployment, per day in UTC.
    pub day: Usage,
    /// For the deployment, per month in UTC.
    pub month: Usage,
}

/// How much of the budgets is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spent {
    /// The used share of the budget that is used most, in whole percent, rounded down.
    pub percent: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            year: Usage {
                texts: 10_000,
                micros: 200 * MICROS,
            },
            day: Usage {
                texts: 20_000,
                micros: 400 * MICROS,
            },
            month: Usage {
                texts: 50_000,
                micros: 1_000 * MICROS,
            },
        }
    }
}

impl Usage {
    /// The rest after spending this much; `None` if that is more than there is.
    #[must_use]
    pub fn less(self, texts: u64, micros: u64) -> Option<Self> {
        Some(Self {
            texts: self.texts.checked_sub(texts)?,
            micros: self.micros.checked_sub(micros)?,
        })
    }
}

impl Spent {
    /// The greatest used share, given pairs of what is used and what is allowed. A budget of
    /// nothing is used up as soon as anything is spent.
    #[must_use]
    pub fn of(used: &[(Usage, Usage)]) -> Self {
        let share = |used: u64, most: u64| u128::from(used) * 100 / u128::from(most.max(1));
        let shares = used
            .iter()
            .map(|(used, most)| share(used.texts, most.texts).max(share(used.micros, most.micros)));
        Self {
            percent: shares
                .max()
                .map_or(0, |share| u64::try_from(share).unwrap_or(u64::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn usage(texts: u64, micros: u64) -> Usage {
        Usage { texts, micros }
    }

    #[rstest]
    #[case(usage(10, 100), 1, 10, Some(usage(9, 90)))]
    #[case(usage(1, 10), 1, 10, Some(usage(0, 0)))]
    #[case(usage(0, 10), 1, 10, None)]
    #[case(usage(1, 9), 1, 10, None)]
    #[case(usage(0, 10), 0, 10, Some(usage(0, 0)))]
    fn the_rest_of_a_budget(
        #[case] most: Usage,
        #[case] texts: u64,
        #[case] micros: u64,
        #[case] expected: Option<Usage>,
    ) {
        assert_eq!(most.less(texts, micros), expected);
    }

    #[test]
    fn the_budget_that_is_used_most_tells() {
        let used = [
            (usage(5, 0), usage(10, 100)),
            (usage(1, 90), usage(10, 100)),
            (usage(0, 0), usage(0, 0)),
        ];
        assert_eq!(Spent::of(&used), Spent { percent: 90 });
        assert_eq!(Spent::of(&[]), Spent { percent: 0 });
        assert_eq!(Spent::of(&[(usage(1, 0), usage(0, 5))]).percent, 100);
    }
}
