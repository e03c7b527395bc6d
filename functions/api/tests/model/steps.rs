//! The steps of a sequence, and strategies that generate random ones.

use chute_edge::Fault;
use chute_testkit::clock::now_s;
use proptest::prelude::*;

use crate::returning::Detour;

/// One step. The universe is deliberately small: four people, three bibs, two distances, three
/// locations.
#[derive(Clone, Debug)]
pub enum Step {
    /// `results/add`.
    Upload {
        rows: Vec<Row>,
        late: usize,
        crash: Crash,
    },
    /// An earlier upload is repeated word for word.
    Repeat { back: usize, crash: Crash },
    /// A person is corrected by hand, or the correction is taken back.
    Correct(Correct),
    /// `results/delete` of everything.
    DeleteAll { late: usize, crash: Crash },
    /// `results/delete` of one distance. Never late: a row shows its person's distance only until
    /// it is overwritten, so a delete that is recorded after uploads received later than itself may
    /// miss a row (it must be recorded within eight seconds).
    DeleteDistance { distance: u8, crash: Crash },
    /// `participants/add`.
    Participants { list: Vec<Listed>, crash: Crash },
    /// `participants/delete` of all.
    DeleteParticipants { crash: Crash },
    /// An edit at check-in.
    Edit(Edit),
    /// The clock is set, so that it differs from the right time by so many seconds.
    SetClock { off_s: i64 },
    /// The year is deleted and re-created.
    Remake { crash: Crash },
    /// Something is deleted, and hours later storage is cleared by a run that breaks off or is held
    /// up at some call, while other steps go on.
    CleanUp {
        delete: Vec<Step>,
        run: Run,
        meanwhile: Vec<Step>,
    },
    /// Storage is cleared while an upload is held up at some call.
    CleanUpInside { rows: Vec<Row>, at: usize },
    /// The year is deleted, and re-created and filled while storage is cleared, hours later.
    RemakeDuringCleanUp {
        run: Run,
        rows: Vec<Row>,
        list: Vec<Listed>,
    },
    /// The event becomes restricted, or public again, at some call of a publication. With `first`
    /// it does so right before the publication, when everything else has been published.
    Restrict { first: bool, at: usize },
    /// The year is deleted at some call of a publication, and re-created.
    DeleteDuring { at: usize },
    /// A pass puts the years into the index of names, and breaks off or is held up at some call,
    /// while other steps go on.
    IndexNames { crash: Crash, meanwhile: Vec<Step> },
    /// The streams lose their records of rows and participants; the reconciler repairs.
    LoseRecords,
    /// One of the event's files vanishes, either a published file or stored state; a publication
    /// may come before the reconciler runs.
    LoseFile { which: usize, publish: bool },
    /// Something is uploaded, and then the version before it is returned to.
    Return(Detour),
    /// The streams reach the publisher.
    Publish { how: Delivery, crash: Crash },
}

/// One uploaded row.
#[derive(Clone, Debug)]
pub struct Row {
    pub person: u8,
    pub place: u8,
    pub occurrence: u8,
    pub seconds: u8,
    /// 0, 30 or 31.
    pub kind: u8,
    pub who: Who,
}

/// A person's fields.
#[derive(Clone, Debug)]
pub struct Who {
    pub bib: u8,
    pub name: u8,
    pub distance: u8,
    pub anonymous: bool,
}

/// One uploaded participant.
#[derive(Clone, Debug)]
pub struct Listed {
    pub id: u8,
    /// 0: without a bib.
    pub bib: u8,
    pub anonymous: bool,
}

/// An edit of one participant at check-in.
#[derive(Clone, Debug)]
pub struct Edit {
    pub device: u8,
    /// A participant whom uploads name; `None`: somebody new.
    pub id: Option<u8>,
    /// Whether the volunteer has not seen the bib that is stored.
    pub stale: bool,
    /// 0: without a bib.
    pub bib: u8,
    pub checked_in: bool,
    /// Whether the previous edit is also repeated.
    pub again: bool,
    pub crash: Crash,
}

/// A request that breaks off somewhere and is sent again.
#[derive(Clone, Copy, Debug)]
pub struct Crash {
    pub fault: Fault,
    /// Whether the streams reach the publisher before the repeat.
    pub publish_between: bool,
}

/// A run of the clean-up.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub fault: Fault,
    /// Whether the streams reach the publisher before the run.
    pub publish_before: bool,
}

/// How stream records are delivered.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// The stream of events and years is late: its records wait for the next delivery.
    pub hold_events: bool,
    /// Only the first half of each batch is delivered now.
    pub half: bool,
    /// The batch is delivered twice, as streams may do.
    pub again: bool,
    /// It goes to another instance, which remembers nothing.
    pub cold: bool,
    /// The race's records are delivered before the event's.
    pub race_first: bool,
    /// All streams are delivered at the same time.
    pub together: bool,
    /// By way of the queue, as on AWS; what fails there stays there.
    pub queued: bool,
}

impl Delivery {
    /// Delivers everything, to the same instance as before.
    pub const PLAIN: Self = Self {
        hold_events: false,
        half: false,
        again: false,
        cold: false,
        race_first: false,
        together: false,
        queued: false,
    };
}

#[derive(Clone, Copy, Debug)]
pub struct Correct {
    pub bib: u8,
    pub name: u8,
    /// Whether something was uploaded of the person when they were corrected.
    pub is_uploaded: bool,
    /// Whether the name and the division are another, the distance, and how the race ended; `None`
    /// takes back what was corrected before.
    pub values: Option<(bool, bool, Option<u8>, Option<End>)>,
    /// The bib that is shown instead, if anything is corrected.
    pub shown: Option<u8>,
    pub crash: Crash,
}

/// How a race ends that is corrected.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// After this many seconds.
    Finish(u8),
    /// Disqualified.
    Out,
    /// Not at all: the finish is not theirs.
    Nothing,
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        4 => (1..12_usize).prop_map(|from| Fault::Refuse { from }),
        4 => (1..12_usize).prop_map(|at| Fault::Die { at }),
        1 => (1..8_usize).prop_map(|at| Fault::Lose { at }),
    ]
}

fn crash() -> impl Strategy<Value = Crash> {
    let crash = (fault(), prop::bool::weighted(0.3)).prop_map(|(fault, publish_between)| Crash {
        fault,
        publish_between,
    });
    prop_oneof![5 => Just(Crash { fault: Fault::None, publish_between: false }), 2 => crash]
}

fn late() -> impl Strategy<Value = usize> {
    prop_oneof![7 => Just(0_usize), 3 => 1..4_usize]
}

fn row() -> impl Strategy<Value = Row> {
    let who = (1..4_u8, 0..2_u8, 0..2_u8, prop::bool::weighted(0.08));
    let who = who.prop_map(|(bib, name, distance, anonymous)| Who {
        bib,
        name,
        distance,
        anonymous,
    });
    let kind = prop_oneof![8 => Just(0_u8), 1 => Just(30_u8), 1 => Just(31_u8)];
    (0..4_u8, 0..3_u8, 0..2_u8, 0..3_u8, kind, who).prop_map(
        |(person, place, occurrence, seconds, kind, who)| Row {
            person,
            place,
            occurrence,
            seconds,
            kind,
            who,
        },
    )
}

fn listed() -> impl Strategy<Value = Listed> {
    (0..3_u8, 0..4_u8, prop::bool::weighted(0.3)).prop_map(|(id, bib, anonymous)| Listed {
        id,
        bib,
        anonymous,
    })
}

fn edit(crash: impl Strategy<Value = Crash>) -> impl Strategy<Value = Edit> {
    let id = prop_oneof![4 => (0..3_u8).prop_map(Some), 1 => Just(None)];
    (
        0..2_u8,
        id,
        prop::bool::weighted(0.3),
        0..4_u8,
        any::<bool>(),
        any::<bool>(),
        crash,
    )
        .prop_map(|(device, id, stale, bib, checked_in, again, crash)| Edit {
            device,
            id,
            stale,
            bib,
            checked_in,
            again,
            crash,
        })
}

fn correct(crash: impl Strategy<Value = Crash>) -> impl Strategy<Value = Correct> {
    let end = prop_oneof![
        3 => (0..4_u8).prop_map(End::Finish),
        1 => Just(End::Out),
        1 => Just(End::Nothing),
    ];
    let values = (
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.3),
        prop::option::weighted(0.3, 0..2_u8),
        prop::option::weighted(0.7, end),
    );
    (
        1..4_u8,
        0..8_u8,
        any::<bool>(),
        prop::option::weighted(0.8, values),
        prop::option::weighted(0.3, 1..6_u8),
        crash,
    )
        .prop_map(|(bib, name, is_uploaded, values, shown, crash)| Correct {
            bib,
            name,
            is_uploaded,
            values,
            shown,
            crash,
        })
}

fn delivery() -> impl Strategy<Value = Delivery> {
    let flag = |weight| prop::bool::weighted(weight);
    (
        flag(0.25),
        flag(0.15),
        flag(0.15),
        flag(0.3),
        flag(0.5),
        flag(0.4),
        flag(0.5),
    )
        .prop_map(
            |(hold_events, half, again, cold, race_first, together, queued)| Delivery {
                hold_events,
                half,
                again,
                cold,
                race_first,
                together,
                queued,
            },
        )
}

fn run() -> impl Strategy<Value = Run> {
    let fault = prop_oneof![
        5 => (1..14_usize).prop_map(|at| Fault::Hold { at }),
        1 => (1..20_usize).prop_map(|from| Fault::Refuse { from }),
        1 => (1..20_usize).prop_map(|at| Fault::Die { at }),
        1 => (1..20_usize).prop_map(|at| Fault::Lose { at }),
        1 => Just(Fault::None),
    ];
    (fault, prop::bool::weighted(0.2)).prop_map(|(fault, publish_before)| Run {
        fault,
        publish_before,
    })
}

/// A new setting of a clock: right again, an hour too many or too few (summer time, another zone),
/// a little off, a year ahead or behind, or 1970.
fn set_clock() -> impl Strategy<Value = Step> {
    const DAY_S: i64 = 24 * 60 * 60;
    let off_s = prop_oneof![
        4 => Just(0),
        2 => prop_oneof![Just(3_600), Just(-3_600)],
        2 => -20..20_i64,
        2 => prop_oneof![Just(365 * DAY_S), Just(-365 * DAY_S), Just(20 * DAY_S)],
        1 => Just(5 - now_s()),
    ];
    off_s.prop_map(|off_s| Step::SetClock { off_s })
}

fn meanwhile() -> impl Strategy<Value = Step> {
    let crash = Just(Crash {
        fault: Fault::None,
        publish_between: false,
    });
    prop_oneof![
        6 => (prop::collection::vec(row(), 1..6), crash).prop_map(|(rows, crash)| Step::Upload { rows, late: 0, crash }),
        3 => (0..4_usize, crash).prop_map(|(back, crash)| Step::Repeat { back, crash }),
        1 => crash.prop_map(|crash| Step::DeleteAll { late: 0, crash }),
        2 => (0..2_u8, crash).prop_map(|(distance, crash)| Step::DeleteDistance { distance, crash }),
        2 => (prop::collection::vec(listed(), 1..3), crash).prop_map(|(list, crash)| Step::Participants { list, crash }),
        1 => crash.prop_map(|crash| Step::DeleteParticipants { crash }),
        2 => edit(crash).prop_map(Step::Edit),
        2 => correct(crash).prop_map(Step::Correct),
        2 => set_clock(),
    ]
}

fn clean_up() -> impl Strategy<Value = Step> {
    let rows = || prop::collection::vec(row(), 1..5);
    let crash = Crash {
        fault: Fault::None,
        publish_between: false,
    };
    let delete = prop_oneof![
        3 => Just(Step::DeleteAll { late: 0, crash }),
        3 => (0..2_u8).prop_map(move |distance| Step::DeleteDistance { distance, crash }),
        2 => Just(Step::DeleteParticipants { crash }),
    ];
    let delete = prop::collection::vec(delete, 0..3);
    prop_oneof![
        4 => (delete, run(), prop::collection::vec(meanwhile(), 1..3))
            .prop_map(|(delete, run, meanwhile)| Step::CleanUp { delete, run, meanwhile }),
        1 => (rows(), 1..8_usize).prop_map(|(rows, at)| Step::CleanUpInside { rows, at }),
        1 => (run(), rows(), prop::collection::vec(listed(), 1..3))
            .prop_map(|(run, rows, list)| Step::RemakeDuringCleanUp { run, rows, list }),
    ]
}

fn index_names() -> impl Strategy<Value = Step> {
    let fault = prop_oneof![
        3 => Just(Fault::None),
        5 => (1..40_usize).prop_map(|at| Fault::Hold { at }),
        2 => (1..40_usize).prop_map(|at| Fault::Die { at }),
    ];
    let crash = (fault, any::<bool>()).prop_map(|(fault, publish_between)| Crash {
        fault,
        publish_between,
    });
    let published = delivery().prop_map(|how| Step::Publish {
        how,
        crash: Crash {
            fault: Fault::None,
            publish_between: false,
        },
    });
    let meanwhile = prop_oneof![2 => meanwhile(), 1 => published];
    (crash, prop::collection::vec(meanwhile, 0..4))
        .prop_map(|(crash, meanwhile)| Step::IndexNames { crash, meanwhile })
}

fn detour() -> impl Strategy<Value = Step> {
    let fault = prop_oneof![
        3 => Just(Fault::None),
        2 => (1..16_usize).prop_map(|from| Fault::Refuse { from }),
        2 => (1..16_usize).prop_map(|at| Fault::Die { at }),
        1 => (1..12_usize).prop_map(|at| Fault::Lose { at }),
        4 => (1..16_usize).prop_map(|at| Fault::Hold { at }),
    ];
    let rows = || prop::collection::vec(row(), 1..5);
    // times that differ from all others, so that these rows can be told apart
    let late = rows().prop_map(|rows| {
        rows.into_iter()
            .map(|row| Row {
                seconds: row.seconds + 100,
                kind: 0,
                ..row
            })
            .collect()
    });
    let delete = prop_oneof![3 => Just(None), 1 => (0..3_u8).prop_map(Some)];
    (rows(), delete, fault, late, any::<bool>()).prop_map(
        |(wrong, delete, fault, late, publish_between)| {
            Step::Return(Detour {
                wrong,
                delete,
                fault,
                late,
                publish_between,
            })
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        10 => (prop::collection::vec(row(), 0..5), late(), crash()).prop_map(|(rows, late, crash)| Step::Upload { rows, late, crash }),
        2 => (0..4_usize, crash()).prop_map(|(back, crash)| Step::Repeat { back, crash }),
        1 => (late(), crash()).prop_map(|(late, crash)| Step::DeleteAll { late, crash }),
        3 => (0..2_u8, crash()).prop_map(|(distance, crash)| Step::DeleteDistance { distance, crash }),
        2 => (prop::collection::vec(listed(), 1..3), crash()).prop_map(|(list, crash)| Step::Participants { list, crash }),
        1 => crash().prop_map(|crash| Step::DeleteParticipants { crash }),
        3 => edit(crash()).prop_map(Step::Edit),
        4 => correct(crash()).prop_map(Step::Correct),
        4 => set_clock(),
        1 => crash().prop_map(|crash| Step::Remake { crash }),
        2 => clean_up(),
        2 => (any::<bool>(), 1..24_usize).prop_map(|(first, at)| Step::Restrict { first, at }),
        1 => (1..24_usize).prop_map(|at| Step::DeleteDuring { at }),
        3 => detour(),
        2 => index_names(),
        1 => Just(Step::LoseRecords),
        1 => (0..64_usize, any::<bool>()).prop_map(|(which, publish)| Step::LoseFile { which, publish }),
        4 => (delivery(), crash()).prop_map(|(how, crash)| Step::Publish { how, crash }),
    ]
}

/// A sequence: its steps before and after a clean-up, and whether the event is restricted.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub restricted: bool,
    pub before: Vec<Step>,
    pub after: Vec<Step>,
}

pub fn sequence() -> impl Strategy<Value = Sequence> {
    (
        any::<bool>(),
        prop::collection::vec(step(), 2..9),
        prop::collection::vec(step(), 1..5),
    )
        .prop_map(|(restricted, before, after)| Sequence {
            restricted,
            before,
            after,
        })
}

/// Sequences that once failed, shortened.
pub fn failed_once() -> Vec<Sequence> {
    let crash = Crash {
        fault: Fault::None,
        publish_between: false,
    };
    let row = |bib| Row {
        person: 0,
        place: 0,
        occurrence: 0,
        seconds: 0,
        kind: 0,
        who: Who {
            bib,
            name: 0,
            distance: 0,
            anonymous: false,
        },
    };
    let upload = |bib| Step::Upload {
        rows: vec![row(bib)],
        late: 0,
        crash,
    };
    let anonymous = Step::Participants {
        list: vec![Listed {
            id: 0,
            bib: 3,
            anonymous: true,
        }],
        crash,
    };
    let remade_during_clean_up = |fault, publish_before| Step::RemakeDuringCleanUp {
        run: Run {
            fault,
            publish_before,
        },
        rows: vec![row(1)],
        list: vec![Listed {
            id: 0,
            bib: 0,
            anonymous: false,
        }],
    };
    let run = Run {
        fault: Fault::None,
        publish_before: false,
    };
    let meanwhile = vec![
        Step::Repeat { back: 0, crash },
        Step::DeleteDistance { distance: 0, crash },
    ];
    let publish = Step::Publish {
        how: Delivery::PLAIN,
        crash,
    };
    let together = Step::Publish {
        how: Delivery {
            together: true,
            ..Delivery::PLAIN
        },
        crash,
    };
    let in_distance = |distance, seconds, late| Step::Upload {
        rows: vec![Row {
            seconds,
            who: Who {
                distance,
                ..row(1).who
            },
            ..row(1)
        }],
        late,
        crash,
    };
    let two_in_distances = || Step::Upload {
        rows: vec![
            Row {
                who: Who {
                    distance: 1,
                    ..row(1).who
                },
                ..row(1)
            },
            Row {
                person: 1,
                ..row(1)
            },
        ],
        late: 0,
        crash,
    };
    let hidden_by_another = || Sequence {
        restricted: false,
        before: vec![anonymous.clone(), upload(3), together.clone()],
        after: vec![],
    };
    let restricted_while_pointing = |at| Sequence {
        restricted: false,
        before: vec![upload(1), Step::Restrict { first: false, at }],
        after: vec![],
    };
    vec![
        // two publishers at once: the slower one had written files with a name that the faster one
        // hid
        hidden_by_another(),
        hidden_by_another(),
        hidden_by_another(),
        // an event was restricted while files with a name were being removed: what had been moved
        // stayed in the other place
        Sequence {
            restricted: true,
            before: vec![
                upload(1),
                Step::Restrict {
                    first: false,
                    at: 1,
                },
            ],
            after: vec![
                Step::Return(Detour {
                    wrong: vec![row(2)],
                    delete: None,
                    fault: Fault::None,
                    late: vec![Row {
                        seconds: 100,
                        ..row(1)
                    }],
                    publish_between: false,
                }),
                Step::Restrict {
                    first: false,
                    at: 23,
                },
            ],
        },
        // an event was restricted after a publisher had last looked at it and before it made the
        // first pointer
        restricted_while_pointing(14),
        restricted_while_pointing(15),
        // the state of a year that was deleted, re-created and deleted again could not be read
        Sequence {
            restricted: false,
            before: vec![
                Step::Upload {
                    rows: vec![],
                    late: 0,
                    crash,
                },
                Step::Repeat { back: 0, crash },
            ],
            after: vec![
                remade_during_clean_up(Fault::Lose { at: 1 }, false),
                Step::Remake { crash },
            ],
        },
        // the newest version of a re-created year was 1, since the state with the version number
        // was lost
        Sequence {
            restricted: false,
            before: vec![
                Step::Upload {
                    rows: vec![],
                    late: 0,
                    crash,
                },
                upload(3),
            ],
            after: vec![
                Step::Remake { crash },
                Step::Repeat { back: 0, crash },
                Step::Upload {
                    rows: vec![],
                    late: 0,
                    crash,
                },
                Step::LoseFile {
                    which: 49,
                    publish: false,
                },
            ],
        },
        // the first pointer of a re-created year named a changes file that was removed with the
        // former year
        Sequence {
            restricted: false,
            before: vec![
                anonymous.clone(),
                upload(3),
                publish.clone(),
                Step::Remake { crash },
            ],
            after: vec![upload(1)],
        },
        // a delete broke off after it had withdrawn the pointer, and the year was re-created before
        // its files were cleared
        Sequence {
            restricted: false,
            before: vec![upload(1)],
            after: vec![Step::Remake {
                crash: Crash {
                    fault: Fault::Refuse { from: 7 },
                    ..crash
                },
            }],
        },
        // a re-created year was cleared before anything new was published: the named memory was
        // that of the former year, and gone
        Sequence {
            restricted: false,
            before: vec![
                publish.clone(),
                remade_during_clean_up(Fault::Lose { at: 1 }, false),
                Step::CleanUp {
                    delete: vec![],
                    run,
                    meanwhile: vec![upload(1)],
                },
            ],
            after: vec![],
        },
        // a rebuild without any memory did not know that names were no longer shown
        Sequence {
            restricted: false,
            before: vec![
                remade_during_clean_up(Fault::Hold { at: 1 }, true),
                Step::DeleteAll { late: 0, crash },
                Step::LoseFile {
                    which: 28,
                    publish: false,
                },
            ],
            after: vec![Step::CleanUp {
                delete: vec![],
                run,
                meanwhile,
            }],
        },
        // a row was changed and changed back between two publications: the newest person with a
        // shared bib was not published
        Sequence {
            restricted: false,
            before: vec![
                in_distance(0, 0, 0),
                two_in_distances(),
                Step::Upload {
                    rows: vec![],
                    late: 0,
                    crash,
                },
            ],
            after: vec![
                Step::Repeat { back: 2, crash },
                Step::Repeat { back: 2, crash },
            ],
        },
        // the model took a row of another distance to be equal to the stored one because their
        // times were equal
        Sequence {
            restricted: false,
            before: vec![
                in_distance(0, 1, 0),
                in_distance(1, 1, 0),
                in_distance(1, 0, 1),
            ],
            after: vec![
                Step::DeleteDistance { distance: 0, crash },
                in_distance(0, 1, 1),
            ],
        },
        // the uploader had given somebody anonymous another bib than the correction of their bib
        // knew, and an entry with it was named
        Sequence {
            restricted: false,
            before: vec![
                Step::Upload {
                    rows: vec![Row {
                        person: 3,
                        who: Who {
                            anonymous: true,
                            ..row(3).who
                        },
                        ..row(3)
                    }],
                    late: 0,
                    crash,
                },
                Step::Correct(Correct {
                    bib: 1,
                    name: 6,
                    is_uploaded: true,
                    values: Some((false, false, None, None)),
                    shown: Some(4),
                    crash,
                }),
            ],
            after: vec![Step::Participants {
                list: vec![Listed {
                    id: 1,
                    bib: 3,
                    anonymous: false,
                }],
                crash,
            }],
        },
    ]
}
