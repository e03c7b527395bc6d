//! Signing in and staying so (contract 3.3, 4.8).

use serde::Serialize;
use utoipa::ToSchema;

use crate::json::wire;

wire! {
    /// What `account/login` takes.
    pub struct Login {
        /// E-mail address of the account, in any case.
        pub email: String,
        /// Its password, up to 1,024 bytes.
        pub password: String,
    }
}

wire! {
    /// What `account/refresh` takes.
    pub struct Refresh {
        /// The refresh token of the last login or refresh, good for once.
        pub refresh_token: String,
    }
}

wire! {
    /// What `account/password` takes.
    pub struct ChangePassword {
        /// One's own password until now; not looked at for another's account.
        pub old_password: String,
        /// The new one: 8 characters or more, up to 1,024 bytes.
        pub new_password: String,
        /// Another's e-mail, by an administrator; one's own or none mean oneself.
        pub email: String,
    }
}

/// Both tokens of a session; each refresh replaces them.
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    /// What stands behind `Bearer` in `Authorization`; good for 15 minutes.
    pub access_token: String,
    /// What `account/refresh` takes, once; good for 7 days.
    pub refresh_token: String,
}
