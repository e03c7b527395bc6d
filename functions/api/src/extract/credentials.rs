//! Bodies with passwords and tokens (contract 1.5, 4.8).

use chute_contract::session::{ChangePassword, Login, Refresh};
use chute_domain::password;

use super::body::{Checked, unchecked};
use crate::answer::Problem;

pub(super) const LIMIT: usize = 8 * 1024;

impl Checked for Login {
    type Body = Self;
    const LIMIT: usize = LIMIT;

    fn check(body: Self) -> Result<Self, Problem> {
        password::within_limit(&body.password)?;
        Ok(body)
    }
}

unchecked!(LIMIT => Refresh);

impl Checked for ChangePassword {
    type Body = Self;
    const LIMIT: usize = LIMIT;

    fn check(body: Self) -> Result<Self, Problem> {
        if [&body.old_password, &body.new_password, &body.email]
            .into_iter()
            .all(String::is_empty)
        {
            return Err(Problem::Bad("Empty Request".to_owned()));
        }
        password::within_limit(&body.old_password)?;
        password::accept(&body.new_password)?;
        Ok(body)
    }
}
