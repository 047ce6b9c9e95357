//! axum, fixed: rejections as values that become an Error, no null for a tag, and the id by its value.
use std::{
    collections::HashMap,
    env, io,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::{State, rejection::JsonRejection},
    http::{StatusCode, header::WWW_AUTHENTICATE},
    response::{IntoResponse, Response},
    routing::post,
};
use axum_extra::{
    TypedHeader,
    headers::{Authorization, authorization::Bearer},
    typed_header::TypedHeaderRejection,
};
use bigdecimal::{BigDecimal, ToPrimitive};
use serde::{Deserialize, Deserializer, Serialize, de::{Error as _, IgnoredAny}};
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct NewPlant {
    #[serde(deserialize_with = "by_value")]
    id: i64,
    name: String,
    // Of an Option serde takes null for None, unless the string inside is asked for.
    #[serde(default, deserialize_with = "never_null")]
    tag: Option<String>,
    // serde reads a struct from an array as well, unless it has a flattened member.
    #[serde(flatten)]
    _others: HashMap<String, IgnoredAny>,
}

#[derive(Clone, Serialize)]
struct Plant {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
}

#[derive(Serialize)]
struct Error {
    error: u16,
    message: &'static str,
}

/// An integer by its value: serde takes neither 7.0 nor 70e-1 for one. More digits than an i64 has are not counted.
fn by_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let literal = Box::<RawValue>::deserialize(deserializer)?;
    let whole = |number: BigDecimal| {
        let (digits, scale) = number.normalized().into_bigint_and_exponent();
        let exponent = u32::try_from(-scale).ok().filter(|exponent| *exponent < 19)?;
        digits.to_i64()?.checked_mul(10_i64.checked_pow(exponent)?)
    };
    let number = literal.get().parse().map_err(|_| D::Error::custom("the id is not a number"))?;
    whole(number).ok_or_else(|| D::Error::custom("the id is not an int64"))
}

fn never_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

struct Store {
    token: String,
    plants: Mutex<HashMap<i64, Plant>>,
}

async fn create_plant(
    State(store): State<Arc<Store>>,
    authorization: Result<TypedHeader<Authorization<Bearer>>, TypedHeaderRejection>,
    body: Result<Json<NewPlant>, JsonRejection>,
) -> Response {
    if !authorization.is_ok_and(|TypedHeader(authorization)| authorization.token() == store.token) {
        let answer = refuse(StatusCode::UNAUTHORIZED, "Unauthorized");
        return ([(WWW_AUTHENTICATE, "Bearer")], answer).into_response();
    }
    let NewPlant { id, name, tag, .. } = match body {
        Ok(Json(plant)) => plant,
        Err(JsonRejection::MissingJsonContentType(_)) => {
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is not declared as application/json");
        }
        Err(_) => return refuse(StatusCode::BAD_REQUEST, "The body is not a NewPlant"),
    };
    let plant = Plant { name, tag };
    store.plants.lock().unwrap().insert(id, plant.clone());
    Json(plant).into_response()
}

fn refuse(status: StatusCode, message: &'static str) -> Response {
    (status, Json(Error { error: status.as_u16(), message })).into_response()
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let token = env::var("PLANT_STORE_TOKEN").expect("PLANT_STORE_TOKEN");
    let store = Arc::new(Store { token, plants: Mutex::default() });
    let app = Router::new().route("/plants", post(create_plant)).with_state(store);
    let port = env::var("PORT").expect("PORT");
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, app).await
}
