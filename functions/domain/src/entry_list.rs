//! All participants of a year in the order of lists (contract 6.3), kept up to date with later
//! writes, so that a page of them costs only what it contains.

use std::collections::{BTreeSet, HashMap};

use crate::{heap, participant::Participant, stamp::Stamp, state::Stamped};

/// Distance, last name, first name, id.
type SortKey = (String, String, String, String);

/// A year's participants, the dead ones included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntryList {
    stored: HashMap<String, Stamped<Participant>>,
    order: BTreeSet<SortKey>,
    /// The texts of both, in bytes of the heap.
    texts: usize,
}

fn sort_key(who: &Participant) -> SortKey {
    (
        who.distance.clone(),
        who.last.clone(),
        who.first.clone(),
        who.id.clone(),
    )
}

/// The bytes of the heap that the texts of a stored participant take here, and those of its key.
fn texts((id, stored): (&str, &Stamped<Participant>)) -> usize {
    let of_item = stored.item.as_ref().map_or(0, |who| {
        let key = [&who.distance, &who.last, &who.first, &who.id];
        who.heap() + key.into_iter().map(|text| heap::text(text)).sum::<usize>()
    });
    heap::text(id) + of_item
}

impl EntryList {
    /// About how many bytes it takes in memory. Computed from a sum that is kept up to date.
    #[must_use]
    pub fn bytes(&self) -> usize {
        heap::table::<(String, Stamped<Participant>)>(self.stored.capacity())
            + heap::tree::<SortKey>(self.order.len())
            + self.texts
    }

    /// Takes in stored participants by id; without an item they are tombstones. For the same id the
    /// newest stamp wins, so anything may be taken in again.
    pub fn take(&mut self, stored: impl IntoIterator<Item = (String, Stamped<Participant>)>) {
        for (id, new) in stored {
            let old = self.stored.get(&id);
            if old.is_some_and(|old| old.stamp > new.stamp) {
                continue;
            }
            if let Some(who) = old.and_then(|old| old.item.as_ref()) {
                self.order.remove(&sort_key(who));
            }
            if let Some(who) = &new.item {
                self.order.insert(sort_key(who));
            }
            self.texts += texts((&id, &new));
            if let Some((id, old)) = self.stored.get_key_value(&id) {
                self.texts -= texts((id, old));
            }
            self.stored.insert(id, new);
        }
    }

    /// The existing participants, in order; those older than `deleted` are dead.
    pub fn living(&self, deleted: Option<Stamp>) -> impl Iterator<Item = &Participant> {
        self.order
            .iter()
            .filter_map(move |(.., id)| self.stored.get(id)?.living(deleted))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::roster::Roster;

    fn written() -> impl Strategy<Value = (String, Stamped<Participant>)> {
        ("[a-e]", "[xy]", "[xy]", 1_u64..9, any::<bool>()).prop_map(
            |(id, distance, last, second, gone)| {
                let who = Participant {
                    id: id.clone(),
                    distance,
                    last,
                    ..Participant::default()
                };
                // a request writes a participant only once: what has the same stamp is the same
                let stamp = Stamp::new(second * 1_000, &format!("{who:?}{gone}"));
                (
                    id,
                    Stamped {
                        stamp,
                        item: (!gone).then_some(who),
                    },
                )
            },
        )
    }

    proptest! {
        /// Whatever is written, in whatever order and however often it is taken in, the list is
        /// that of the newest writes.
        #[test]
        fn the_list_has_the_newest_writes_in_order(writes in prop::collection::vec(written(), 0..30), again in prop::collection::vec(0_usize..30, 0..30), deleted in prop::option::of(1_u64..9)) {
            let deleted = deleted.map(|second| Stamp::new(second * 1_000, ""));
            let mut newest: std::collections::BTreeMap<String, Stamped<Participant>> = std::collections::BTreeMap::new();
            for (id, stored) in &writes {
                if newest.get(id).is_none_or(|known| known.stamp < stored.stamp) {
                    newest.insert(id.clone(), stored.clone());
                }
            }
            let mut list = EntryList::default();
            list.take(writes.iter().cloned());
            list.take(again.into_iter().filter_map(|at| writes.get(at)).cloned());
            let expected = Roster::new(newest, deleted).list(None);
            prop_assert_eq!(list.texts, list.stored.iter().map(|(id, stored)| texts((id, stored))).sum::<usize>());
            prop_assert_eq!(list.living(deleted).cloned().collect::<Vec<_>>(), expected);
        }
    }
}
