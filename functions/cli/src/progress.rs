//! Shows the progress of a long step: a bar on a terminal, otherwise only the lines that are
//! printed.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A long step.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A step with this many parts.
    pub fn new(what: &str, parts: usize) -> Self {
        if parts == 0 {
            return Self::hidden();
        }
        let parts = u64::try_from(parts).ok();
        let step = Self::shown(what, parts, "{msg} {wide_bar} {pos}/{len} {eta}");
        if !step.bar.is_hidden() {
            step.bar.enable_steady_tick(Duration::from_millis(200));
        }
        step
    }

    /// A step of unknown length.
    pub fn counting(what: &str) -> Self {
        Self::shown(what, None, "{msg} {human_pos}")
    }

    fn shown(what: &str, parts: Option<u64>, form: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(parts, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self { bar }
    }

    /// A step whose progress is not shown.
    pub fn hidden() -> Self {
        let bar = ProgressBar::hidden();
        Self { bar }
    }

    /// Counts one part as done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints a line above the bar.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}")
        } else {
            self.bar.println(line)
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
