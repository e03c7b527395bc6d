//! The OpenAPI documents of both hosts, made from the code.
//!
//! Who may call a route, what it takes and what it answers are derived from its handler's signature
//! ([`request_spec`]); the schemas are those of the wire types. What no signature says (further
//! status codes, the purpose) is in the handler's doc comment, which compiled code does not
//! contain: the example `openapi` reads it from the sources. The rules for all bodies are added
//! here, once ([`shape`]).
//!
//! None of this is in the functions: they serve the committed files, and the example's tests
//! compare those with this code.

mod describe;
mod request_spec;
mod shape;

use chute_domain::account::Realm;
use utoipa::openapi::{
    ComponentsBuilder, OpenApi, OpenApiBuilder, Paths, RefOr, Schema, Server, path::HttpMethod,
};

pub use describe::CODES;
pub use request_spec::{Credential, Handled, RequestSpec, answer_of, request_spec_of};

use crate::answer::{CommittedDocument, Empty, NoContent, PlainText};

/// A handler's doc comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerDoc {
    /// One sentence or two.
    pub summary: String,
    /// Codes beyond those of every route with this credential: errors, and 204 as a second success.
    pub codes: Vec<u16>,
}

/// One operation of the documents.
pub struct Operation {
    /// The route's name.
    pub name: &'static str,
    /// Its verb.
    pub method: &'static str,
    /// Its path.
    pub path: &'static str,
    /// Its handler, as [`crate::routes`] names it: `results::read::list`.
    pub handler: &'static str,
    /// Credential, caller and request, from the handler's signature.
    pub request_spec: fn() -> RequestSpec,
    /// The answer, from its return type.
    pub answer: fn() -> AnswerShape,
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

impl AnswerShape {
    const fn empty(code: u16) -> Self {
        Self {
            code,
            schema: None,
            media: "",
        }
    }
}

/// A named schema, and those it refers to.
pub struct Shape {
    /// Its name among the components.
    pub name: String,
    /// The schema and those it refers to, by name.
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
#[expect(dead_code, reason = "only its schema is used")]
struct OpenApiDocument {
    /// The version of OpenAPI.
    openapi: String,
}

/// A sentence, or nothing.
#[derive(utoipa::ToSchema)]
struct Sentence(#[expect(dead_code, reason = "only its schema is used")] String);

/// An answer of a handler: a wire type, or one of the markers of [`crate::answer`].
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
        AnswerShape::empty(200)
    }
}

impl AnswerType for NoContent {
    fn shape() -> AnswerShape {
        AnswerShape::empty(204)
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

impl AnswerType for CommittedDocument {
    fn shape() -> AnswerShape {
        OpenApiDocument::shape()
    }
}

/// The document of one host, with those of `operations` that are its own; `doc_of` returns what the
/// doc comment of a handler says.
///
/// # Errors
/// Those of `doc_of`.
pub fn document<E>(
    operations: &[Operation],
    realm: Realm,
    doc_of: impl Fn(&str) -> Result<HandlerDoc, E>,
) -> Result<OpenApi, E> {
    let (mut sent, mut answered) = (vec![], vec![]);
    let mut paths = Paths::new();
    for operation in operations
        .iter()
        .filter(|operation| operation.name.starts_with("remote.") == (realm == Realm::Remote))
    {
        let doc = doc_of(operation.handler)?;
        let (spec, answer) = ((operation.request_spec)(), (operation.answer)());
        paths.add_path_operation(
            operation.path,
            vec![verb(operation.method)],
            describe::operation(operation, &doc, &spec, &answer),
        );
        sent.extend(spec.request.into_iter().flat_map(|request| request.schemas));
        answered.extend(answer.schema.into_iter().flat_map(|shape| shape.schemas));
    }
    // a schema that is also in an answer, a series definition, has the answer's strict form in
    // requests, too
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
    Ok(OpenApiBuilder::new()
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
        .build())
}

/// A document in the form of its committed file.
///
/// # Errors
/// None in practice: a document is always representable.
pub fn text(document: &OpenApi) -> serde_json::Result<String> {
    Ok(document.to_pretty_json()?.lines().map(unwrapped).collect())
}

/// A line of the document. In a description, the line breaks are removed where the docstring in the
/// code merely wraps.
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

/// The name of the committed file below `docs/`.
#[must_use]
pub fn file_name(realm: Realm) -> &'static str {
    match realm {
        Realm::Account => "openapi.json",
        Realm::Remote => "openapi-remote.json",
    }
}

/// The verb under which a route is documented; a route for all verbs is documented as GET.
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
    use std::collections::BTreeMap;

    use super::*;
    use crate::routes::OPERATIONS;

    #[test]
    fn no_two_schemas_have_one_name() {
        let mut seen: BTreeMap<String, RefOr<Schema>> = BTreeMap::new();
        for operation in OPERATIONS {
            let shapes = (operation.request_spec)()
                .request
                .into_iter()
                .chain((operation.answer)().schema);
            for (name, schema) in shapes.flat_map(|shape| shape.schemas) {
                let first = seen.entry(name.clone()).or_insert_with(|| schema.clone());
                assert!(*first == schema, "{name} is two schemas");
            }
        }
    }
}
