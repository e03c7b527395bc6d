use std::{
    collections::BTreeSet,
    io::{ErrorKind, Write},
    thread,
    time::Duration,
};

use super::{regular::Trouble, *};

/// A folder of data with a table and a bucket in it.
fn made(folder: &Path) {
    LocalAws::open(folder, false, BTreeMap::new()).unwrap();
}

#[test]
fn a_backup_is_restored_as_it_was() {
    let place = tempfile::tempdir().unwrap();
    let [folder, file, again] = ["races", "races.tar", "again"].map(|name| place.path().join(name));
    made(&folder);
    let in_use = LocalAws::open(&folder, false, BTreeMap::new()).unwrap();
    back_up(&folder, &file).unwrap();
    assert!(matches!(
        back_up(&folder, &file),
        Err(BackupError::Exists(_))
    ));
    drop(in_use);
    restore(&file, &again).unwrap();
    assert_eq!(
        fs::read(folder.join("secrets.json")).unwrap(),
        fs::read(again.join("secrets.json")).unwrap()
    );
    made(&again);
    assert!(matches!(
        restore(&file, &again),
        Err(BackupError::Exists(_))
    ));
    assert_eq!(
        fs::read_dir(place.path()).unwrap().count(),
        3,
        "nothing half made is left"
    );
}

#[test]
fn an_invalid_backup_leaves_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let [file, folder] = ["no.tar", "races"].map(|name| place.path().join(name));
    fs::write(&file, "not a tar").unwrap();
    assert!(matches!(
        restore(&file, &folder),
        Err(BackupError::NotABackup(..))
    ));
    assert!(matches!(
        back_up(&folder, &place.path().join("x")),
        Err(BackupError::NoData(_))
    ));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn a_name_is_never_given_in_place_of_another() {
    let place = tempfile::tempdir().unwrap();
    let [new, there] = ["new", "there"].map(|name| place.path().join(name));
    for name in [&new, &there] {
        fs::write(name, name.as_os_str().as_encoded_bytes()).unwrap();
    }
    assert!(matches!(
        rename_new(&new, &there),
        Err(BackupError::Exists(_))
    ));
    assert_eq!(
        fs::read(&there).unwrap(),
        there.as_os_str().as_encoded_bytes()
    );
    rename_new(&new, &place.path().join("other")).unwrap();
}

#[test]
fn each_error_of_a_stick_has_its_trouble() {
    let trouble = |kind: ErrorKind| regular::trouble(&failed(Path::new("stick"))(kind.into()));
    assert_eq!(trouble(ErrorKind::NotFound), Trouble::Missing);
    assert_eq!(trouble(ErrorKind::StorageFull), Trouble::Full);
    assert_eq!(trouble(ErrorKind::FileTooLarge), Trouble::Failed);
}

#[test]
fn a_folder_whose_stick_is_gone_is_missing() {
    let place = tempfile::tempdir().unwrap();
    let [folder, copies, to] = ["races", "copies", "stick"].map(|name| place.path().join(name));
    made(&folder);
    fs::create_dir(&to).unwrap();
    let plan = Plan {
        to,
        every: Duration::from_secs(1),
        keep: 1,
    };
    let once =
        |was_elsewhere| regular::once(&folder, &copies, &plan, was_elsewhere, &mut BTreeSet::new());
    once(false).unwrap();
    assert_eq!(regular::trouble(&once(true).unwrap_err()), Trouble::Missing);
    assert_eq!(fs::read_dir(&plan.to).unwrap().count(), 1);
}

/// Two machines with copies of the same data, as after a restore, and a share for their backups.
fn two_machines(place: &Path, keep: usize) -> ([PathBuf; 2], Plan) {
    let machines = ["first", "second"].map(|name| place.join(name));
    for folder in &machines {
        made(folder);
    }
    let [first, second] = &machines;
    fs::copy(first.join("secrets.json"), second.join("secrets.json")).unwrap();
    let to = place.join("share");
    fs::create_dir(&to).unwrap();
    let every = Duration::from_secs(1);
    (machines, Plan { to, every, keep })
}

#[test]
fn a_backup_that_another_machine_is_writing_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let ([first, second], plan) = two_machines(place.path(), 1);
    let copies = place.path().join("copies");
    let mut seen = BTreeSet::new();
    let mut once = |folder: &Path| regular::once(folder, &copies, &plan, false, &mut seen).unwrap();
    once(&second);
    let whole = fs::read_dir(&plan.to).unwrap().next().unwrap().unwrap();
    let name = whole.file_name().into_string().unwrap();
    let whole = fs::read(whole.path()).unwrap();
    let part = plan.to.join(format!("{name}.1.part"));
    let mut writing = fs::File::create(&part).unwrap();
    for bytes in whole.chunks(whole.len() / 3) {
        once(&first);
        assert!(part.exists());
        writing.write_all(bytes).unwrap();
    }
    drop(writing);
    // it has been cut off
    once(&first);
    assert!(part.exists(), "it has changed");
    once(&first);
    assert!(!part.exists());
    assert_eq!(fs::read_dir(&plan.to).unwrap().count(), 1);
}

#[test]
fn two_machines_back_up_into_one_folder() {
    let place = tempfile::tempdir().unwrap();
    let (machines, plan) = two_machines(place.path(), 1_000);
    fs::write(plan.to.join("notes.part"), "of somebody else").unwrap();
    let made = thread::scope(|scope| {
        let machines = machines.each_ref().map(|folder| {
            let (plan, copies) = (&plan, folder.with_extension("copies"));
            scope.spawn(move || {
                let mut seen = BTreeSet::new();
                let made = (0..10).map(|_| regular::once(folder, &copies, plan, false, &mut seen));
                made.filter(|made| match made {
                    Ok(_) => true,
                    // of the same number and second: it is tried again
                    Err(error) => {
                        assert!(matches!(error, BackupError::Exists(_)), "{error}");
                        false
                    }
                })
                .count()
            })
        });
        machines
            .map(|machine| machine.join().unwrap())
            .iter()
            .sum::<usize>()
    });
    let files = fs::read_dir(&plan.to).unwrap();
    let names = files.map(|file| file.unwrap().path());
    let (backups, others): (Vec<_>, Vec<_>) =
        names.partition(|name| name.extension() == Some("tar".as_ref()));
    assert_eq!(
        (backups.len(), others),
        (made, vec![plan.to.join("notes.part")])
    );
    for backup in &backups {
        verify(backup).unwrap();
    }
}
