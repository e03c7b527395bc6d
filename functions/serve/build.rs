//! Notes when this program was built: a clock that shows an earlier time is wrong.

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

fn main() {
    // a build that anybody can repeat gets the time from outside
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rerun-if-changed=build.rs");
    let given = env::var("SOURCE_DATE_EPOCH").ok();
    let built_s = given.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs())
    });
    println!("cargo::rustc-env=CHUTE_BUILT_S={built_s}");
}
