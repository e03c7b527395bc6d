//! A disk with little room, or one that loses something. Compiled by `serve/disk.rs` and loaded
//! into a process before the C library (`LD_PRELOAD`), since a real one takes rights that a test
//! does not have everywhere.
//!
//! `FAULTY_DISK` names the folder on that disk. Beside it, `FOLDER.room` holds the bytes that its
//! files may have in total; as long as there is none, there is room for all. `FOLDER.lost` makes
//! the next sync fail, once, as the system does.

use std::{
    env,
    ffi::{CStr, c_char, c_int, c_void},
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

const NEXT: *mut c_void = -1_isize as *mut c_void;
const EIO: c_int = 5;
const ENOSPC: c_int = 28;

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn lseek64(file: c_int, offset: i64, from: c_int) -> i64;
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

unsafe fn next<F: Copy>(name: &CStr) -> F {
    let found = unsafe { dlsym(NEXT, name.as_ptr()) };
    assert!(!found.is_null());
    unsafe { std::mem::transmute_copy(&found) }
}

type Write = unsafe extern "C" fn(c_int, *const c_void, usize) -> isize;
type WriteAt = unsafe extern "C" fn(c_int, *const c_void, usize, i64) -> isize;
type Truncate = unsafe extern "C" fn(c_int, i64) -> c_int;
type Sync = unsafe extern "C" fn(c_int) -> c_int;

#[unsafe(no_mangle)]
unsafe extern "C" fn write(file: c_int, bytes: *const c_void, count: usize) -> isize {
    // files that are appended to are at their end after a write, so this is right for them as well
    let at = unsafe { lseek64(file, 0, 1) };
    if at >= 0 && !has_room(file, at as u64 + count as u64) {
        return fails(ENOSPC);
    }
    unsafe { next::<Write>(c"write")(file, bytes, count) }
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
    unsafe { next::<Truncate>(c"ftruncate64")(file, size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ftruncate(file: c_int, size: i64) -> c_int {
    unsafe { ftruncate64(file, size) }
}

fn is_lost(file: c_int) -> bool {
    on_disk(file).is_some_and(|folder| fs::remove_file(beside(folder, "lost")).is_ok())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    if is_lost(file) {
        return fails(EIO) as c_int;
    }
    unsafe { next::<Sync>(c"fdatasync")(file) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fsync(file: c_int) -> c_int {
    if is_lost(file) {
        return fails(EIO) as c_int;
    }
    unsafe { next::<Sync>(c"fsync")(file) }
}
