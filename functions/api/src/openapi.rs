//! The OpenAPI documents of both hosts, made from the code.
//!
//! Who may call a route, what it takes and what it answers are read off its handler's own signature
//! ([`request_spec`]); the schemas are those of the wire types. What no signature says (which
//! further codes, what it is for) is in the route's entry in [`crate::routes`]. The rules for every body are added here, once ([`shape`]).
//!
//! The functions contain nothing of this: they serve the committed files, and a test compares those
//! with this code.

mod describe;
mod request_spec;
mod shape;

use chute_domain::account::Realm;
use utoipa::openapi::{
    ComponentsBuilder, OpenApi, OpenApiBuilder, Paths, RefOr, Schema, Server, path::HttpMethod,
};

pub use request_spec::{Credential, Handled, RequestSpec, answer_of, request_spec_of};

use crate::{
    answer::{Empty, NoContent, PlainText},
    routes::OPERATIONS,
};

/// What is documented of a route.
pub struct RouteDoc {
    /// Credential, caller and request, from the handler's signature.
    pub request_spec: fn() -> RequestSpec,
    /// The answer, from its return type.
    pub answer: fn() -> AnswerShape,
    /// Codes beyond those of every route with this credential.
    pub codes: &'static [u16],
    /// One sentence.
    pub summary: &'static str,
}

/// One operation of the documents.
pub struct Operation {
    /// The route's name.
    pub name: &'static str,
    /// Its verb.
    pub method: &'static str,
    /// Its path.
    pub path: &'static str,
    /// Its documentation. A route of the remote host without one has the operation of the account
    /// host's route.
    pub doc: Option<RouteDoc>,
}

/// The body of a success.
pub struct AnswerShape {
    /// 200 or 204.
    pub code: u16,
    /// The schema; `None` for an empty body.
    pub schema: Option<Shape>,
    /// The body's media type.
    pub media: &'static str,
}

/// A named schema and those it refers to.
pub struct Shape {
    /// Its name among the components.
    pub name: String,
    /// All of them, this one included.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl Shape {
    /// The schema of a wire type.
    #[must_use]
    pub fn of<T: utoipa::ToSchema>() -> Self {
        let mut schemas = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut schemas);
        Self {
            name: T::name().into_owned(),
            schemas,
        }
    }
}

/// An OpenAPI document.
#[derive(utoipa::ToSchema)]
pub struct OpenApiDocument {
    /// The version of OpenAPI.
    pub openapi: String,
}

/// A sentence, or nothing.
#[derive(utoipa::ToSchema)]
struct Sentence(#[expect(dead_code, reason = "only its schema is used")] String);

/// What a handler may answer: a wire type, or one of the markers of [`crate::answer`].
pub trait AnswerType {
    /// Its shape.
    fn shape() -> AnswerShape;
}

impl<T: utoipa::ToSchema> AnswerType for T {
    fn shape() -> AnswerShape {
        AnswerShape {
            code: 200,
            schema: Some(Shape::of::<T>()),
            media: "application/json",
        }
    }
}

impl AnswerType for Empty {
    fn shape() -> AnswerShape {
        AnswerShape {
            code: 200,
            schema: None,
            media: "",
        }
    }
}

impl AnswerType for NoContent {
    fn shape() -> AnswerShape {
        AnswerShape {
            code: 204,
            schema: None,
            media: "",
        }
    }
}

impl AnswerType for PlainText {
    fn shape() -> AnswerShape {
        AnswerShape {
            code: 200,
            schema: Some(Shape::of::<Sentence>()),
            media: "text/plain",
        }
    }
}

/// The routes without documentation.
#[must_use]
pub fn undocumented() -> Vec<&'static str> {
    OPERATIONS
        .iter()
        .filter(|operation| doc_of(operation).is_none())
        .map(|operation| operation.name)
        .collect()
}

fn doc_of(operation: &'static Operation) -> Option<&'static RouteDoc> {
    let of_account_host = || {
        let name = operation.name.strip_prefix("remote.")?;
        OPERATIONS
            .iter()
            .find(|other| other.name == name)?
            .doc
            .as_ref()
    };
    operation.doc.as_ref().or_else(of_account_host)
}

/// The document of one host.
#[must_use]
pub fn document(realm: Realm) -> OpenApi {
    let (mut sent, mut answered) = (vec![], vec![]);
    let mut paths = Paths::new();
    for operation in OPERATIONS
        .iter()
        .filter(|operation| operation.name.starts_with("remote.") == (realm == Realm::Remote))
    {
        let Some(doc) = doc_of(operation) else {
            continue;
        };
        let (spec, answer) = ((doc.request_spec)(), (doc.answer)());
        paths.add_path_operation(
            operation.path,
            vec![verb(operation.method)],
            describe::operation(operation, doc, &spec, &answer),
        );
        sent.extend(spec.request.into_iter().flat_map(|request| request.schemas));
        answered.extend(answer.schema.into_iter().flat_map(|shape| shape.schemas));
    }
    // what also goes out, a series definition, is as strict when it comes in
    let schemas = sent
        .into_iter()
        .map(|(name, schema)| (name, shape::request(schema)));
    let schemas = schemas.chain(
        answered
            .into_iter()
            .map(|(name, schema)| (name, shape::answer(schema))),
    );
    let components = schemas.fold(ComponentsBuilder::new(), |components, (name, schema)| {
        components.schema(name, schema)
    });
    OpenApiBuilder::new()
        .info(describe::info(realm))
        .servers(Some([Server::new(if realm == Realm::Remote {
            "/remote-api"
        } else {
            "/api"
        })]))
        .paths(paths)
        .components(Some(describe::credentials(describe::errors(
            components, realm,
        ))))
        .build()
}

/// The document of one host as its committed file has it.
///
/// # Errors
/// None in practice: a document is always representable.
pub fn text(realm: Realm) -> serde_json::Result<String> {
    let document = document(realm).to_pretty_json()?;
    Ok(document.lines().map(unwrapped).collect())
}

/// A line of the document; a description has no line breaks where the docstring in the code only
/// wraps.
fn unwrapped(line: &str) -> String {
    if !line.trim_start().starts_with("\"description\": ") {
        return format!("{line}\n");
    }
    let paragraphs: Vec<String> = line
        .split(r"\n\n")
        .map(|paragraph| paragraph.replace(r"\n", " "))
        .collect();
    paragraphs.join(r"\n\n") + "\n"
}

/// The name of that file below `docs/`.
#[must_use]
pub fn file_name(realm: Realm) -> &'static str {
    match realm {
        Realm::Account => "openapi.json",
        Realm::Remote => "openapi-remote.json",
    }
}

/// A route of any verb is shown by its GET.
fn verb(method: &str) -> HttpMethod {
    match method {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(Realm::Account)]
    #[case(Realm::Remote)]
    fn the_committed_document_is_that_of_the_code(#[case] realm: Realm) {
        let committed = fs::read_to_string(format!(
            "{}/../../docs/{}",
            env!("CARGO_MANIFEST_DIR"),
            file_name(realm)
        ))
        .unwrap();
        assert!(
            committed == text(realm).unwrap(),
            "{} is old: cargo run -p chute-api --example openapi",
            file_name(realm)
        );
    }

    #[test]
    fn every_route_has_an_operation() {
        assert_eq!(
            undocumented(),
            Vec::<&str>::new(),
            "give them a second line in routes.rs"
        );
    }

    #[test]
    fn no_two_schemas_have_one_name() {
        let mut seen: BTreeMap<String, RefOr<Schema>> = BTreeMap::new();
        for doc in OPERATIONS
            .iter()
            .filter_map(|operation| operation.doc.as_ref())
        {
            let shapes = (doc.request_spec)()
                .request
                .into_iter()
                .chain((doc.answer)().schema);
            for (name, schema) in shapes.flat_map(|shape| shape.schemas) {
                let first = seen.entry(name.clone()).or_insert_with(|| schema.clone());
                assert!(*first == schema, "{name} is two schemas");
            }
        }
    }
}
