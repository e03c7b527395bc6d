//! Texts at the carrier's rate and within the budgets, finishes before splits.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    iter,
};

use chute_domain::{
    alert::{Priority, Reason},
    budget::Spent,
    phone::Phone,
    race::RaceKey,
    text_message::{self, takes_us},
};
use chute_store::{AlertOutcome, Carried, Claim, Spending, StoreError, with_causes};
use futures::future::{join_all, try_join_all};

use super::{ELSEWHERE_S, Left, PAUSED_S, SOON_S, Worker};
use crate::workers::{
    alerts::clock::seconds,
    metric::{self, Unit},
};

/// How far ahead a split may take a turn, and the longest it waits before it asks again while
/// finishes go first, in microseconds. A finish does not wait longer than this for splits.
const ASKS_US: u64 = 100_000;

/// A text that waits for its turn.
pub(super) struct WaitingText {
    pub(super) claim: Claim,
    pub(super) phone: Phone,
    pub(super) words: String,
    /// When the data about its year is erased, unix seconds.
    pub(super) erased_s: i64,
}

impl WaitingText {
    fn parts(&self) -> u32 {
        text_message::parts(&self.words)
    }
}

/// When a text may be sent, unix microseconds, and whether it is paid for.
struct Slot<'s> {
    at_us: u64,
    paid: Option<(Spending<'s>, Spent)>,
}

impl Worker {
    /// Sends texts, each at its turn. Returns their results in the same order.
    pub(super) async fn send_in_turn(
        &self,
        texts: &[WaitingText],
        stop_us: u64,
    ) -> Vec<Result<Left, StoreError>> {
        let mut done = Vec::with_capacity(texts.len());
        for some in together(texts, self.settings.parts_a_second) {
            match self.begun(some, stop_us).await {
                Ok((turns, paused)) => done.extend(
                    join_all(
                        some.iter()
                            .zip(turns)
                            .map(|(text, turn)| self.at_turn(text, turn, &paused)),
                    )
                    .await,
                ),
                Err(error) => {
                    tracing::error!(cause = %with_causes(&error), "no turn could be taken");
                    done.extend(some.iter().map(|_| Ok(Left::Later(SOON_S))));
                }
            }
        }
        done
    }

    /// Takes the turns of some texts, waits for the first of them, and asks which of the texts'
    /// years are paused by then. Returns the turns and those years.
    async fn begun<'t>(
        &self,
        texts: &'t [WaitingText],
        stop_us: u64,
    ) -> Result<(Vec<Option<Slot<'t>>>, HashSet<&'t RaceKey>), StoreError> {
        let turns = self.turns(texts, stop_us).await?;
        let Some(Some(first)) = turns.first() else {
            return Ok((turns, HashSet::new()));
        };
        self.clock.until(first.at_us).await;
        let races: HashSet<&RaceKey> = texts.iter().map(|text| &text.claim.name.race).collect();
        let asked = races.into_iter().map(async |race| {
            Ok::<_, StoreError>((race, self.store.are_alerts_paused(race).await?))
        });
        let paused = try_join_all(asked)
            .await?
            .into_iter()
            .filter(|(_, is_paused)| *is_paused);
        Ok((turns, paused.map(|(race, _)| race).collect()))
    }

    /// Takes the turns of some texts, which follow one another, with one write, and pays for the
    /// texts of each race with another. Without turns they come again. A text that is not paid for
    /// here is paid for by itself later, so that the rest of a budget goes to the first of the
    /// texts.
    async fn turns<'t>(
        &self,
        texts: &'t [WaitingText],
        stop_us: u64,
    ) -> Result<Vec<Option<Slot<'t>>>, StoreError> {
        let all = texts.iter().map(WaitingText::parts).sum();
        let (Some(first), rate) = (texts.first(), self.settings.parts_a_second) else {
            return Ok(Vec::new());
        };
        let Some(begins_us) = self.turn(first, all, stop_us).await? else {
            return Ok(texts.iter().map(|_| None).collect());
        };
        let mut paid = self.pay(texts).await?;
        let mut before = 0;
        let turns = texts.iter().map(|text| {
            let at_us = begins_us + takes_us(before, rate);
            before += text.parts();
            Some(Slot {
                at_us,
                paid: paid.remove(text.claim.name.claim.as_str()),
            })
        });
        Ok(turns.collect())
    }

    /// Pays for the texts of the same race together. Returns the payments by claim; there is none
    /// for the only text of a race, nor for texts that together exceed a budget.
    async fn pay<'t>(
        &self,
        texts: &'t [WaitingText],
    ) -> Result<HashMap<&'t str, (Spending<'t>, Spent)>, StoreError> {
        let now_s = seconds(self.clock.now_us());
        let mut races: BTreeMap<&RaceKey, Vec<(&str, Spending<'_>)>> = BTreeMap::new();
        for text in texts {
            races
                .entry(&text.claim.name.race)
                .or_default()
                .push((&text.claim.name.claim, self.spending(text, now_s)));
        }
        let mut paid = HashMap::new();
        for of_race in races.into_values().filter(|of_race| of_race.len() > 1) {
            let Some((_, one)) = of_race.first() else {
                continue;
            };
            let (texts, micros) = of_race.iter().fold((0, 0), |(texts, micros), (_, one)| {
                (texts + one.texts, micros + one.micros)
            });
            if let Some(spent) = self
                .store
                .spend(
                    &Spending {
                        texts,
                        micros,
                        ..*one
                    },
                    &self.settings.budgets,
                )
                .await?
            {
                paid.extend(
                    of_race
                        .into_iter()
                        .map(|(claim, one)| (claim, (one, spent))),
                );
            }
        }
        Ok(paid)
    }

    fn spending<'t>(&self, text: &'t WaitingText, now_s: i64) -> Spending<'t> {
        let micros = self.settings.carrier.micros(&text.words);
        Spending {
            race: &text.claim.name.race,
            texts: 1,
            micros,
            now_s,
            erased_s: text.erased_s,
        }
    }

    /// The start of a turn for texts with this many parts at the carrier's rate, unix microseconds.
    /// Finishes reserve a turn; splits only take one that starts within [`ASKS_US`], so that no
    /// finish waits longer for them. `None` if there is no such turn before `stop_us`.
    async fn turn(
        &self,
        first: &WaitingText,
        parts: u32,
        stop_us: u64,
    ) -> Result<Option<u64>, StoreError> {
        let (rate, is_finish) = (
            self.settings.parts_a_second,
            first.claim.priority == Priority::Finish,
        );
        let behind_us = takes_us(parts.saturating_sub(first.parts()), rate);
        loop {
            let now_us = self.clock.now_us();
            let latest_us = if is_finish {
                stop_us
            } else {
                now_us + ASKS_US.saturating_sub(behind_us)
            };
            if let Some(at_us) = self.store.take_turn(parts, rate, now_us, latest_us).await? {
                return Ok(Some(at_us));
            }
            // no turn becomes free before the time of one part has passed
            let next_us = now_us + ASKS_US.min(takes_us(1, rate));
            if is_finish || next_us >= stop_us {
                return Ok(None);
            }
            self.clock.until(next_us).await;
        }
    }

    /// Waits for a text's turn, and sends the text if it may still be sent.
    async fn at_turn(
        &self,
        text: &WaitingText,
        turn: Option<Slot<'_>>,
        paused: &HashSet<&RaceKey>,
    ) -> Result<Left, StoreError> {
        let Some(Slot { at_us, paid }) = turn else {
            return Ok(Left::Later(SOON_S));
        };
        self.clock.until(at_us).await;
        let left = if !self.is_fresh(&text.claim) {
            self.suppress(&text.claim, Reason::TooLate).await?
        } else if paused.contains(&text.claim.name.race) {
            Left::Later(PAUSED_S)
        } else {
            return self.send(text, paid).await;
        };
        if let Some((spending, _)) = paid {
            self.store
                .unspend(&spending, &self.settings.budgets)
                .await?;
        }
        Ok(left)
    }

    async fn send(
        &self,
        text: &WaitingText,
        paid: Option<(Spending<'_>, Spent)>,
    ) -> Result<Left, StoreError> {
        let WaitingText {
            claim,
            phone,
            words,
            ..
        } = text;
        let (carrier, budgets) = (&self.settings.carrier, &self.settings.budgets);
        let now_us = self.clock.now_us();
        let (spending, spent) = match paid {
            Some(paid) => paid,
            None => {
                let spending = self.spending(text, seconds(now_us));
                let Some(spent) = self.store.spend(&spending, budgets).await? else {
                    return self.suppress(claim, Reason::Capped).await;
                };
                (spending, spent)
            }
        };
        let Some(begun) = self
            .store
            .begin_sending(
                claim,
                self.id,
                now_us / 1_000,
                (text.parts(), spending.micros),
            )
            .await?
        else {
            self.store.unspend(&spending, budgets).await?;
            return Ok(Left::Later(ELSEWHERE_S));
        };
        // asked after the mark: a STOP that came before is obeyed, however long the text has waited
        let outcome = if self.store.is_phone_blocked(phone).await? {
            AlertOutcome::Suppressed(Reason::Blocked)
        } else {
            match self.store.send_text_once(phone, words, carrier).await {
                Carried::Sent => AlertOutcome::Sent,
                Carried::Unknown => AlertOutcome::Doubtful,
                Carried::Refused => AlertOutcome::Dead,
                Carried::OptedOut => {
                    self.store.block_phone(phone).await?;
                    AlertOutcome::Suppressed(Reason::OptedOut)
                }
                Carried::PutOff => {
                    self.store.put_off(&begun).await?;
                    self.store.unspend(&spending, budgets).await?;
                    return Ok(Left::Later(SOON_S));
                }
            }
        };
        self.settle(&begun, outcome).await?;
        if matches!(outcome, AlertOutcome::Dead | AlertOutcome::Suppressed(_)) {
            self.store.unspend(&spending, budgets).await?;
        }
        tell_metric(spent, outcome);
        Ok(Left::Nothing)
    }
}

/// Groups the texts whose turns are taken together: those of one priority, and only as many splits
/// as take half the time that a finish may wait for them, so that their turn can be reserved ahead.
fn together(texts: &[WaitingText], parts_a_second: u32) -> impl Iterator<Item = &[WaitingText]> {
    let mut rest = texts;
    iter::from_fn(move || {
        let priority = rest.first()?.claim.priority;
        let most_us = if priority == Priority::Finish {
            u64::MAX
        } else {
            ASKS_US / 2
        };
        let mut parts = 0;
        let fitting = rest.iter().take_while(|text| {
            parts += text.parts();
            text.claim.priority == priority && takes_us(parts, parts_a_second) <= most_us
        });
        let (some, others) = rest.split_at(fitting.count().max(1));
        rest = others;
        Some(some)
    })
}

/// Writes how much of the budgets is used, and what became of texts, as metrics.
fn tell_metric(Spent { percent }: Spent, outcome: AlertOutcome) {
    let count = |is: bool| u64::from(is);
    metric::tell(&[
        ("BudgetUsed", Unit::Percent, percent),
        (
            "TextsRefused",
            Unit::Count,
            count(outcome == AlertOutcome::Dead),
        ),
        (
            "TextsDoubtful",
            Unit::Count,
            count(outcome == AlertOutcome::Doubtful),
        ),
    ]);
}
