//! What the store does on AWS.

mod objects;
mod tables;

use aws_smithy_runtime_api::client::result::SdkError;
use aws_smithy_types::error::metadata::ProvideErrorMetadata;

pub use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
pub use objects::AwsObjects;
pub use tables::AwsTables;

use crate::{Cause, StoreError};

/// Converts the error of a failed call, depending on whether another try may help.
pub fn failed<E, R>(error: SdkError<E, R>) -> StoreError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    let is_full = matches!(&error, SdkError::ServiceError(service) if service.err().code() == Some("InsufficientStorage"));
    let busy = match &error {
        SdkError::TimeoutError(_) | SdkError::DispatchFailure(_) => true,
        SdkError::ServiceError(service) => matches!(
            service.err().code(),
            Some(
                "ProvisionedThroughputExceededException"
                    | "ThrottlingException"
                    | "RequestLimitExceeded"
                    | "SlowDown"
                    | "ServiceUnavailable"
            )
        ),
        _ => false,
    };
    let cause: Cause = Box::new(error);
    if is_full {
        StoreError::Full(cause)
    } else if busy {
        StoreError::Busy(cause)
    } else {
        StoreError::Failed(cause)
    }
}
