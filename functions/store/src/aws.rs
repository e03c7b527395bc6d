//! The store's ports on AWS.

mod objects;
mod services;
mod tables;

use std::{env, sync::Arc, time::Duration};

use aws_config::{
    BehaviorVersion, Region, SdkConfig, environment::EnvironmentVariableCredentialsProvider,
    retry::RetryConfig, timeout::TimeoutConfig,
};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_smithy_async::{
    rt::sleep::{SharedAsyncSleep, TokioSleep},
    time::SystemTimeSource,
};
use aws_smithy_runtime_api::client::result::SdkError;
use aws_smithy_types::error::{metadata::ProvideErrorMetadata, operation::BuildError};

use self::{objects::AwsObjects, services::AwsServices, tables::AwsTables};
use crate::{Cause, Ports, Store, port::CallError};

/// Timeout of one attempt of a call within a request.
const REQUEST: Duration = Duration::from_secs(3);
/// Timeout of one attempt of a call in an operator's command.
const OPERATOR: Duration = Duration::from_secs(60);

fn retries() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(4)
        .with_initial_backoff(Duration::from_millis(50))
}

fn timeouts(patience: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(1))
        .operation_attempt_timeout(patience)
        .operation_timeout(patience.max(Duration::from_secs(8)))
        .build()
}

impl Store {
    /// Makes the clients from the environment variables that a function is started with: region,
    /// credentials and endpoint, and names from `…_TABLE`, `…_BUCKET` and `…_SECRET`. A function
    /// without one of these variables cannot use that table: its calls fail. Credentials come from
    /// nowhere else: the SDK's other sources (profiles, roles, containers) would make the binary
    /// about 5 % larger.
    #[must_use]
    pub fn from_env() -> Self {
        let name = |variable: &str| env::var(variable).unwrap_or_default();
        let endpoint = env::var("AWS_ENDPOINT_URL").ok();
        let region = [name("AWS_REGION"), name("AWS_DEFAULT_REGION")]
            .into_iter()
            .find(|region| !region.is_empty());
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .credentials_provider(SharedCredentialsProvider::new(
                EnvironmentVariableCredentialsProvider::new(),
            ))
            .retry_config(retries())
            .timeout_config(timeouts(REQUEST))
            .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
            .time_source(SystemTimeSource::new());
        let mut config = config.region(region.map(Region::new));
        config.set_endpoint_url(endpoint.clone());
        Self::of_config(config.build(), endpoint.is_some(), name)
    }

    /// Like [`Store::from_env`] for the operator's command, which may wait longer than a request
    /// and finds credentials wherever the SDK looks for them.
    pub async fn for_operator() -> Self {
        let endpoint = env::var("AWS_ENDPOINT_URL").ok();
        Self::with(
            endpoint.as_deref(),
            None,
            |variable| env::var(variable).unwrap_or_default(),
            OPERATOR,
        )
        .await
    }

    /// Like [`Store::for_operator`] with another endpoint, other names and the patience of a
    /// request: `name` returns the value of the variable with that name.
    pub async fn at(endpoint: Option<&str>, name: impl Fn(&str) -> String) -> Self {
        Self::with(endpoint, None, name, REQUEST).await
    }

    /// Like [`Store::at`] with an access key and its secret instead of those of the machine, and
    /// with the operator's patience: for tests, whose machine may be busy.
    pub async fn signed_by(
        (key, secret): (String, String),
        endpoint: &str,
        name: impl Fn(&str) -> String,
    ) -> Self {
        let credentials = Credentials::new(key, secret, None, None, "given");
        Self::with(Some(endpoint), Some(credentials), name, OPERATOR).await
    }

    async fn with(
        endpoint: Option<&str>,
        credentials: Option<Credentials>,
        name: impl Fn(&str) -> String,
        patience: Duration,
    ) -> Self {
        let config = aws_config::defaults(BehaviorVersion::latest())
            .retry_config(retries())
            .timeout_config(timeouts(patience));
        let config = match endpoint {
            Some(endpoint) => config.endpoint_url(endpoint),
            None => config,
        };
        let config = match credentials {
            Some(credentials) => config
                .credentials_provider(credentials)
                .region(Region::new("local")),
            None => config,
        };
        Self::of_config(config.load().await, endpoint.is_some(), name)
    }

    fn of_config(config: SdkConfig, path_style: bool, name: impl Fn(&str) -> String) -> Self {
        let ports = Ports {
            tables: Arc::new(AwsTables::new(&config)),
            buckets: Arc::new(AwsObjects::new(&config, path_style)),
            services: Arc::new(AwsServices::new(config)),
        };
        Self::over(ports, name)
    }
}

/// Like [`failed`], for a call whose condition may not be met.
fn refused<E, R>(error: SdkError<E, R>) -> CallError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    let code = error
        .as_service_error()
        .and_then(ProvideErrorMetadata::code);
    match code {
        Some(
            "ConditionalCheckFailedException"
            | "PreconditionFailed"
            | "ConditionalRequestConflict"
            | "NoSuchKey"
            | "NotFound",
        ) => CallError::Refused(0),
        _ => failed(error),
    }
}

fn unbuilt(error: BuildError) -> CallError {
    CallError::Failed(Box::new(error))
}

/// Converts the error of a failed call, depending on whether another try may help.
fn failed<E, R>(error: SdkError<E, R>) -> CallError
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
        CallError::Full(cause)
    } else if busy {
        CallError::Busy(cause)
    } else {
        CallError::Failed(cause)
    }
}
