//! `results/add`: the upload (contract 6.2).

use chute_contract::requests::AddResults;
use chute_domain::{key::KeyKind, life::Origin};

use super::super::acts::results as acts;
use crate::{
    answer::Answer,
    extract::{Access, Keyed},
};

/// Two round trips, once an instance knows the key: the key, the event and the people's rows at once; then the changed rows at once.
pub async fn add(call: Keyed<AddResults>) -> Answer {
    let (mut call, stored) = call
        .year_beside(
            KeyKind::Write,
            Access::Own,
            |body| body.results.len(),
            async |store, body, (slug, year)| store.rows_of_people(slug, year, &acts::people(&body.results)).await,
        )
        .await?;
    let sent = acts::valid(std::mem::take(&mut call.body.results));
    acts::add(&call, &stored, sent, Origin::Upload).await
}
