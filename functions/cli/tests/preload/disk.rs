//! A disk with little room, or one that loses something. Compiled by `serve/disk.rs` and loaded
//! into a process before the C library (`LD_PRELOAD`), since a real one takes rights that a test
//! does not have everywhere.
//!
//! `FAULTY_DISK` names the folder on that disk. Beside it, `FOLDER.room` holds the bytes that its
//! files may have in total; as long as there is none, there is room for all. `FOLDER.lost` makes
//! the next sync fail, once, as the system does. While there is a `FOLDER.held`, no sync ends of
//! the file whose name is in it; `FOLDER.waits` says that one waits. If there is a folder `FOLDER.unsynced` at the start, it is noted there what a loss of
//! power may take back (`unsynced.rs`).

mod unsynced;

use std::{
    env,
    ffi::{CStr, OsStr, c_char, c_int, c_void},
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::{ffi::OsStrExt, fs::FileExt, fs::MetadataExt},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use unsynced::{NAMES, Note, kept};

const NEXT: *mut c_void = -1_isize as *mut c_void;
const EIO: c_int = 5;
const ENOSPC: c_int = 28;
const F_GETFL: c_int = 3;
const O_CREAT: c_int = 0o100;
const O_TRUNC: c_int = 0o1000;
const O_APPEND: c_int = 0o2000;

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn lseek64(file: c_int, offset: i64, from: c_int) -> i64;
    fn pread64(file: c_int, bytes: *mut c_void, count: usize, at: i64) -> isize;
    fn fcntl(file: c_int, command: c_int, ...) -> c_int;
    fn __errno_location() -> *mut c_int;
}

fn fails(errno: c_int) -> isize {
    unsafe { *__errno_location() = errno };
    -1
}

fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let named = || env::var_os("FAULTY_DISK").map(PathBuf::from);
    FOLDER.get_or_init(named).as_deref()
}

fn beside(folder: &Path, kind: &str) -> PathBuf {
    folder.with_extension(kind)
}

/// The folder, if the file is in it.
fn on_disk(file: c_int) -> Option<&'static Path> {
    let folder = folder()?;
    let path = fs::read_link(format!("/proc/self/fd/{file}")).ok()?;
    path.starts_with(folder).then_some(folder)
}

/// Whether there is room for the file to end there.
fn has_room(file: c_int, end: u64) -> bool {
    let Some(folder) = on_disk(file) else {
        return true;
    };
    let Some(room) = fs::read_to_string(beside(folder, "room"))
        .ok()
        .and_then(|room| room.trim().parse::<u64>().ok())
    else {
        return true;
    };
    let size = fs::metadata(format!("/proc/self/fd/{file}")).map_or(0, |file| file.len());
    let Ok(files) = fs::read_dir(folder) else {
        return true;
    };
    let used: u64 = files
        .filter_map(|file| Some(file.ok()?.metadata().ok()?.len()))
        .sum();
    end <= size || used + (end - size) <= room
}

/// Where it is noted what is not synced, if it is.
fn notes() -> Option<&'static Path> {
    static NOTES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let named = || Some(beside(folder()?, "unsynced")).filter(|notes| notes.is_dir());
    NOTES.get_or_init(named).as_deref()
}

/// Held while something is noted and done, so that a sync finds done what was noted before it.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(log: &Path, note: &Note) {
    let mut open = OpenOptions::new();
    let log = open.create(true).append(true).open(log);
    log.and_then(|mut log| log.write_all(&note.bytes()))
        .unwrap();
}

/// Shared memory is made anew after a crash, so nothing about it is noted.
fn is_noted(path: &Path) -> bool {
    !path.as_os_str().as_bytes().ends_with(b"-shm")
}

/// An open file in the folder, or the folder itself, whose changes are noted.
struct Noted {
    log: PathBuf,
    number: c_int,
    size: u64,
}

fn noted(number: c_int) -> Option<Noted> {
    let (notes, folder) = (notes()?, folder()?);
    let link = format!("/proc/self/fd/{number}");
    let path = fs::read_link(&link).ok()?;
    let is_folder = path == folder;
    if !is_folder && (path.parent() != Some(folder) || !is_noted(&path)) {
        return None;
    }
    let found = fs::metadata(link).unwrap();
    let log = if is_folder {
        notes.join(NAMES)
    } else {
        notes.join(found.ino().to_string())
    };
    let size = found.len();
    Some(Noted { log, number, size })
}

impl Noted {
    /// The bytes that are there now. The file itself is read if it can be: another descriptor would
    /// take the process's locks along when it is closed.
    fn read(&self, from: u64, to: u64) -> Vec<u8> {
        let mut bytes = vec![0; to.min(self.size).saturating_sub(from) as usize];
        let whole = bytes.len() as isize;
        if unsafe { pread64(self.number, bytes.as_mut_ptr().cast(), bytes.len(), from as i64) } != whole {
            let file = File::open(format!("/proc/self/fd/{}", self.number)).unwrap();
            file.read_exact_at(&mut bytes, from).unwrap();
        }
        bytes
    }
}

/// Call it right before a write and keep what it returns until after it.
fn note_write(file: c_int, at: u64, count: u64) -> Option<MutexGuard<'static, ()>> {
    noted(file)?;
    let turn = turn();
    let file = noted(file)?;
    let appends = unsafe { fcntl(file.number, F_GETFL) } & O_APPEND != 0;
    let at = if appends { file.size } else { at };
    let (size, old) = (file.size, file.read(at, at + count));
    note(&file.log, &Note::Written { at, count, size, old });
    Some(turn)
}

fn note_resize(file: c_int, to: u64) -> Option<MutexGuard<'static, ()>> {
    noted(file)?;
    let turn = turn();
    let file = noted(file)?;
    let (from, old) = (file.size, file.read(to, file.size));
    note(&file.log, &Note::Resized { from, to, old });
    Some(turn)
}

/// The path, if it is one of a file in the folder that is noted.
unsafe fn named(path: *const c_char) -> Option<&'static Path> {
    let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes()));
    (notes().is_some() && path.parent() == folder() && is_noted(path)).then_some(path)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// Keeps a file that is about to lose its name. Returns its inode; `None` if there is no such file.
fn keep(path: &Path) -> Option<u64> {
    let inode = fs::metadata(path).ok()?.ino();
    let _ = fs::hard_link(path, notes()?.join(kept(inode)));
    Some(inode)
}

/// Drops the notes before this place: the changes they are about are synced.
fn note_synced(log: &Path, before: u64) {
    let _turn = turn();
    let Ok(notes) = fs::read(log) else { return };
    if log.ends_with(NAMES) {
        for (at, note) in unsynced::all(&notes) {
            let gone = match note {
                Note::Renamed { replaced, .. } => replaced,
                Note::Removed { inode, .. } => Some(inode),
                _ => None,
            };
            if let Some(inode) = gone.filter(|_| at < before) {
                let _ = fs::remove_file(log.with_file_name(kept(inode)));
                let _ = fs::remove_file(log.with_file_name(inode.to_string()));
            }
        }
    }
    if notes.len() as u64 == before {
        fs::remove_file(log).unwrap();
    } else {
        note(log, &Note::Synced { before });
    }
}

unsafe fn next<F: Copy>(name: &CStr) -> F {
    let found = unsafe { dlsym(NEXT, name.as_ptr()) };
    assert!(!found.is_null());
    unsafe { std::mem::transmute_copy(&found) }
}

type WriteHere = unsafe extern "C" fn(c_int, *const c_void, usize) -> isize;
type WriteAt = unsafe extern "C" fn(c_int, *const c_void, usize, i64) -> isize;
type Truncate = unsafe extern "C" fn(c_int, i64) -> c_int;
type Sync = unsafe extern "C" fn(c_int) -> c_int;
type Open = unsafe extern "C" fn(*const c_char, c_int, c_int) -> c_int;
type Rename = unsafe extern "C" fn(*const c_char, *const c_char) -> c_int;
type Unlink = unsafe extern "C" fn(*const c_char) -> c_int;

#[unsafe(no_mangle)]
unsafe extern "C" fn write(file: c_int, bytes: *const c_void, count: usize) -> isize {
    // files that are appended to are at their end after a write, so this is right for them as well
    let at = unsafe { lseek64(file, 0, 1) };
    if at >= 0 && !has_room(file, at as u64 + count as u64) {
        return fails(ENOSPC);
    }
    let _turn = note_write(file, at as u64, count as u64);
    unsafe { next::<WriteHere>(c"write")(file, bytes, count) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite64(
    file: c_int,
    bytes: *const c_void,
    count: usize,
    at: i64,
) -> isize {
    if !has_room(file, at as u64 + count as u64) {
        return fails(ENOSPC);
    }
    let _turn = note_write(file, at as u64, count as u64);
    unsafe { next::<WriteAt>(c"pwrite64")(file, bytes, count, at) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite(file: c_int, bytes: *const c_void, count: usize, at: i64) -> isize {
    unsafe { pwrite64(file, bytes, count, at) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ftruncate64(file: c_int, size: i64) -> c_int {
    if !has_room(file, size as u64) {
        return fails(ENOSPC) as c_int;
    }
    let _turn = note_resize(file, size as u64);
    unsafe { next::<Truncate>(c"ftruncate64")(file, size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ftruncate(file: c_int, size: i64) -> c_int {
    unsafe { ftruncate64(file, size) }
}
unsafe fn opened(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    let open = || unsafe { next::<Open>(c"open64")(path, flags, mode) };
    if flags & (O_CREAT | O_TRUNC) == 0 {
        return open();
    }
    let (Some(file), Some(notes)) = (unsafe { named(path) }, notes()) else {
        return open();
    };
    let _turn = turn();
    let log = |found: fs::Metadata| notes.join(found.ino().to_string());
    match fs::metadata(file) {
        Ok(found) if flags & O_TRUNC != 0 => {
            let (from, old) = (found.len(), fs::read(file).unwrap());
            note(&log(found), &Note::Resized { from, to: 0, old });
            open()
        }
        Err(error) if flags & O_CREAT != 0 && error.kind() == io::ErrorKind::NotFound => {
            note(&notes.join(NAMES), &Note::Created { name: name(file) });
            let number = open();
            // an earlier file may have had the same inode
            if let Ok(found) = fs::metadata(file) {
                let _ = fs::remove_file(log(found));
            }
            number
        }
        _ => open(),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    unsafe { opened(path, flags, mode) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    unsafe { opened(path, flags, mode) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    let rename = || unsafe { next::<Rename>(c"rename")(from, to) };
    let (Some(old), Some(new), Some(notes)) =
        (unsafe { (named(from), named(to), notes()) })
    else {
        return rename();
    };
    let _turn = turn();
    let replaced = keep(new);
    let (from, to) = (name(old), name(new));
    note(&notes.join(NAMES), &Note::Renamed { from, to, replaced });
    rename()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    let unlink = || unsafe { next::<Unlink>(c"unlink")(path) };
    let (Some(file), Some(notes)) = (unsafe { named(path) }, notes()) else {
        return unlink();
    };
    let _turn = turn();
    if let Some(inode) = keep(file) {
        let name = name(file);
        note(&notes.join(NAMES), &Note::Removed { name, inode });
    }
    unlink()
}

fn is_held(file: c_int, folder: &Path) -> bool {
    let path = fs::read_link(format!("/proc/self/fd/{file}"));
    fs::read_to_string(beside(folder, "held"))
        .is_ok_and(|name| path.is_ok_and(|path| path.ends_with(name)))
}

/// Syncs a file or a folder.
unsafe fn synced(file: c_int, call: &CStr) -> c_int {
    if let Some(folder) = on_disk(file) {
        while is_held(file, folder) {
            fs::write(beside(folder, "waits"), "").unwrap();
            thread::sleep(Duration::from_millis(1));
        }
        if fs::remove_file(beside(folder, "lost")).is_ok() {
            return fails(EIO) as c_int;
        }
    }
    let noted = noted(file).map(|file| {
        let _turn = turn();
        let before = fs::metadata(&file.log).map_or(0, |notes| notes.len());
        (file.log, before)
    });
    let done = unsafe { next::<Sync>(call)(file) };
    if let Some((log, before)) = noted.filter(|_| done == 0) {
        note_synced(&log, before);
    }
    done
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    unsafe { synced(file, c"fdatasync") }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fsync(file: c_int) -> c_int {
    unsafe { synced(file, c"fsync") }
}
