//! The two rules for all schemas: requests may omit any field, answers omit none.

use utoipa::openapi::{
    OneOfBuilder, RefOr, Schema,
    schema::{AnyOfBuilder, ArrayItems, ObjectBuilder, SchemaType, Type},
};

/// A request's schema (contract 1.2): no field is required, every one may be `null`, and so may
/// every element of a list.
pub fn request(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            object.required.clear();
            for field in object.properties.values_mut() {
                *field = nullable(std::mem::take(field));
            }
            RefOr::T(Schema::Object(object))
        }
        other => other,
    }
}

fn nullable(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::Ref(reference) => {
            let null = ObjectBuilder::new().schema_type(Type::Null);
            RefOr::T(Schema::OneOf(
                OneOfBuilder::new().item(null).item(reference).build(),
            ))
        }
        RefOr::T(Schema::Object(mut object)) => {
            object.schema_type = or_null(&object.schema_type);
            if let Some(values) = object
                .enum_values
                .as_mut()
                .filter(|values| !values.contains(&serde_json::Value::Null))
            {
                values.push(serde_json::Value::Null);
            }
            request(RefOr::T(Schema::Object(object)))
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = or_null(&array.schema_type);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                **items = nullable(std::mem::take(items));
            }
            RefOr::T(Schema::Array(array))
        }
        other => other,
    }
}

fn or_null(kind: &SchemaType) -> SchemaType {
    match kind {
        SchemaType::Type(kind) => SchemaType::Array(vec![kind.clone(), Type::Null]),
        other => other.clone(),
    }
}

/// An answer's schema (contract 1.3): a field is present even if it may be `null`.
pub fn answer(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            for (name, field) in &object.properties {
                if may_be_null(field) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
            }
            RefOr::T(Schema::Object(object))
        }
        // not `oneOf`: one of two forms of an answer may be a part of the other
        RefOr::T(Schema::OneOf(one)) if !one.items.iter().any(may_be_null) => {
            let forms = one
                .items
                .into_iter()
                .fold(AnyOfBuilder::new(), AnyOfBuilder::item);
            RefOr::T(Schema::AnyOf(forms.description(one.description).build()))
        }
        other => other,
    }
}

fn may_be_null(schema: &RefOr<Schema>) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(may_be_null),
        _ => false,
    }
}
