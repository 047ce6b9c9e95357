//! axum as it comes: serde's derived types in the `Json` extractor, and the bearer token of axum-extra.
use std::{
    collections::HashMap,
    env, io,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::post,
};
use axum_extra::{
    TypedHeader,
    headers::{Authorization, authorization::Bearer},
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct NewPlant {
    id: i64,
    name: String,
    tag: Option<String>,
}

#[derive(Clone, Serialize)]
struct Plant {
    name: String,
    tag: Option<String>,
}

#[derive(Serialize)]
struct Error {
    error: u16,
    message: &'static str,
}

struct Store {
    token: String,
    plants: Mutex<HashMap<i64, Plant>>,
}

async fn create_plant(
    State(store): State<Arc<Store>>,
    TypedHeader(authorization): TypedHeader<Authorization<Bearer>>,
    Json(NewPlant { id, name, tag }): Json<NewPlant>,
) -> Response {
    if authorization.token() != store.token {
        let message = "Unauthorized";
        return (StatusCode::UNAUTHORIZED, Json(Error { error: 401, message })).into_response();
    }
    let plant = Plant { name, tag };
    store.plants.lock().unwrap().insert(id, plant.clone());
    Json(plant).into_response()
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
