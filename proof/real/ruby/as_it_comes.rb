# Sinatra as it comes: JSON.parse, the checks by hand, a before filter for the token.
require "json"
require "sinatra"

TOKEN = ENV.fetch("PLANT_STORE_TOKEN")
PLANTS = {}

set :bind, "127.0.0.1"
set :port, ENV.fetch("PORT")

before do
  content_type :json
  unless request.env["HTTP_AUTHORIZATION"] == "Bearer #{TOKEN}"
    halt 401, { error: 401, message: "Unauthorized" }.to_json
  end
end

post "/plants" do
  begin
    plant = JSON.parse(request.body.read)
  rescue JSON::ParserError => e
    halt 400, { error: 400, message: e.message }.to_json
  end
  unless plant["id"].is_a?(Integer) && plant["name"].is_a?(String) && (plant["tag"].nil? || plant["tag"].is_a?(String))
    halt 400, { error: 400, message: "The body is not a plant" }.to_json
  end
  PLANTS[plant["id"]] = plant
  plant.slice("name", "tag").to_json
end
