//! Metrics of a function, as lines in CloudWatch's embedded metric format.

use std::{collections::BTreeMap, env};

use chute_store::{Clocks, SystemClock};
use serde_json::{Value, json};

/// The unit of a figure, as CloudWatch spells it.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// A number of things.
    Count,
    /// A share of 100.
    Percent,
}

/// Writes these figures by their names. Outside of AWS nobody collects them: `/metrics` tells them
/// there.
pub fn tell(figures: &[(&str, Unit, u64)]) {
    let Ok(function) = env::var("AWS_LAMBDA_FUNCTION_NAME") else {
        return;
    };
    let units = figures
        .iter()
        .map(|(name, unit, _)| json!({"Name": name, "Unit": format!("{unit:?}")}));
    let units: Vec<Value> = units.collect();
    let mut line: BTreeMap<&str, Value> = figures
        .iter()
        .map(|(name, _, figure)| (*name, Value::from(*figure)))
        .collect();
    line.insert("FunctionName", function.into());
    let about = json!({
        "Timestamp": SystemClock.now().time.ms(),
        "CloudWatchMetrics": [{"Namespace": "Chute", "Dimensions": [["FunctionName"]], "Metrics": units}],
    });
    line.insert("_aws", about);
    // a metric must be on a line of its own, without the log's fields around it
    println!("{}", json!(line));
}
