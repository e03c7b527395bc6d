//! Where a request is interrupted. Calls are counted from 1, in the order in which they reach the
//! edge.

/// A fault that the edge causes in the calls of one request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The function dies before call `from`: it and all later ones never reach the store.
    Refuse {
        /// The first call that fails.
        from: usize,
    },
    /// The function dies after call `at`: the store does it, nobody sees the answer, and no later
    /// call reaches the store.
    Die {
        /// The last call that is done.
        at: usize,
    },
    /// The answer of call `at` is lost, and the call made again if a network's client would.
    Lose {
        /// The call whose answer is lost.
        at: usize,
    },
    /// Call `at` waits in front of the store until [`crate::Edge::release`]: others can come in
    /// between.
    Hold {
        /// The call that waits.
        at: usize,
    },
}

/// The handling of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handling {
    /// It goes through.
    Pass,
    /// It is not forwarded but answered with an error that nobody repeats a call for.
    Refuse,
    /// It is forwarded; the answer is replaced by such an error.
    Forget,
    /// It is forwarded, and nobody hears the answer.
    Cut,
    /// It goes through once it is released.
    Wait,
}

impl Fault {
    pub(crate) fn handling(self, call: usize) -> Handling {
        match self {
            Self::Refuse { from } if call >= from => Handling::Refuse,
            Self::Die { at } if call == at => Handling::Forget,
            Self::Die { at } if call > at => Handling::Refuse,
            Self::Lose { at } if call == at => Handling::Cut,
            Self::Hold { at } if call == at => Handling::Wait,
            _ => Handling::Pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_dies_makes_no_later_call() {
        let handlings = |fault: Fault| (1..=4).map(|call| fault.handling(call)).collect::<Vec<_>>();
        assert_eq!(
            handlings(Fault::Refuse { from: 3 }),
            [
                Handling::Pass,
                Handling::Pass,
                Handling::Refuse,
                Handling::Refuse
            ]
        );
        assert_eq!(
            handlings(Fault::Die { at: 2 }),
            [
                Handling::Pass,
                Handling::Forget,
                Handling::Refuse,
                Handling::Refuse
            ]
        );
        assert_eq!(
            handlings(Fault::Lose { at: 2 }),
            [
                Handling::Pass,
                Handling::Cut,
                Handling::Pass,
                Handling::Pass
            ]
        );
        assert_eq!(
            handlings(Fault::Hold { at: 2 }),
            [
                Handling::Pass,
                Handling::Wait,
                Handling::Pass,
                Handling::Pass
            ]
        );
        assert_eq!(handlings(Fault::None), [Handling::Pass; 4]);
    }
}
