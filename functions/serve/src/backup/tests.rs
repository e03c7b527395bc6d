use std::{io::ErrorKind, time::Duration};

use super::{regular::Trouble, *};

/// A folder of data with a table and a bucket in it.
fn made(folder: &Path) {
    LocalAws::open(folder, false, BTreeMap::new()).unwrap();
}

#[test]
fn what_is_backed_up_comes_back() {
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
fn what_is_no_backup_leaves_nothing() {
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
fn what_is_said_about_a_stick() {
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
    let once = |was_elsewhere| regular::once(&folder, &copies, &plan, was_elsewhere);
    once(false).unwrap();
    assert_eq!(regular::trouble(&once(true).unwrap_err()), Trouble::Missing);
    assert_eq!(fs::read_dir(&plan.to).unwrap().count(), 1);
}
