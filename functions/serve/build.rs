//! Notes when this program was built: a clock that shows an earlier time is wrong. Where the feature
//! `site` asks for it, the program also gets the built site (`site/dist`), packed.

use std::{
    env,
    error::Error,
    time::{SystemTime, UNIX_EPOCH},
};

fn main() -> Result<(), Box<dyn Error>> {
    // a build that anybody can repeat gets the time from outside
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rerun-if-changed=build.rs");
    let given = env::var("SOURCE_DATE_EPOCH").ok();
    let built_s = given.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs())
    });
    println!("cargo::rustc-env=CHUTE_BUILT_S={built_s}");
    #[cfg(feature = "site")]
    site::pack()?;
    Ok(())
}

#[cfg(feature = "site")]
mod site {
    use std::{
        env,
        error::Error,
        fs, io,
        path::{Path, PathBuf},
    };

    use brotli::{BrotliCompress, enc::BrotliEncoderParams};

    /// Writes `site.rs` into the build's folder: a list of names and packed files.
    pub fn pack() -> Result<(), Box<dyn Error>> {
        let site = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../site/dist");
        println!("cargo::rerun-if-changed={}", site.display());
        if !site.join("index.html").exists() {
            return Err("site/dist holds no built site: run `npm --prefix site run build`".into());
        }
        let out = PathBuf::from(env::var("OUT_DIR")?);
        let mut list = String::new();
        for (number, path) in files(&site)?.into_iter().enumerate() {
            let mut packed = Vec::new();
            let best = BrotliEncoderParams::default();
            BrotliCompress(&mut &*fs::read(&path)?, &mut packed, &best)?;
            let file = out.join(format!("site-{number}.br"));
            fs::write(&file, packed)?;
            let name = path.strip_prefix(&site)?;
            list += &format!("({name:?}, include_bytes!({file:?})), ");
        }
        fs::write(out.join("site.rs"), format!("&[{list}]"))?;
        Ok(())
    }

    /// All files of a folder and its folders, in the order of their names.
    fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                found.extend(files(&path)?);
            } else {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }
}
