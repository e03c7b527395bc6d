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
    drawn: bool,
}

impl Progress {
    /// A step with this many parts.
    pub fn new(what: &str, parts: usize) -> Self {
        let drawn = io::stderr().is_terminal() && parts > 0;
        if !drawn {
            return Self::hidden();
        }
        let bar =
            ProgressBar::with_draw_target(u64::try_from(parts).ok(), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, drawn }
    }

    /// A step of unknown length.
    pub fn counting(what: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg} {human_pos}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self { bar, drawn: true }
    }

    /// A step whose progress is not shown.
    pub fn hidden() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            drawn: false,
        }
    }

    /// Counts one part as done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints a line above the bar.
    pub fn say(&self, line: &str) {
        if self.drawn {
            self.bar.println(line)
        } else {
            eprintln!("{line}")
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
