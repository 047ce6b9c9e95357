# Sinatra, fixed: the body as UTF-8 or not at all, strict about what is JSON, the id by its value, 401 with its challenge.
require "bigdecimal"
require "json"
require "sinatra"

TOKEN = ENV.fetch("PLANT_STORE_TOKEN")
PLANTS = {}
JSON_STRING = %r{"(?:[^"\\]|\\(?:["\\/bfnrt]|u\h{4}))*"}

set :bind, "127.0.0.1"
set :port, ENV.fetch("PORT")
# Otherwise an exception is answered with a page in development.
set :show_exceptions, false

helpers do
  def refuse(status, message)
    halt status, { error: status, message: message }.to_json
  end

  def read_body
    text = request.body.read.dup.force_encoding(Encoding::UTF_8)
    refuse 400, "The body is not UTF-8" unless text.valid_encoding?
    # JSON.parse takes comments and unknown escapes; without its strings no JSON has a quote, a slash or a backslash.
    refuse 400, "The body is not JSON" if text.gsub(JSON_STRING, "").match?(%r{["\\/]})
    JSON.parse(text, decimal_class: BigDecimal)
  rescue JSON::ParserError, JSON::NestingError
    refuse 400, "The body is not JSON"
  end

  # An integer by its value: 7.0 is one.
  def int64?(value)
    whole = value.is_a?(Integer) || (value.is_a?(BigDecimal) && value.exponent < 20 && value.frac.zero?)
    whole && value.between?(-2**63, 2**63 - 1)
  end

  def text?(value)
    value.is_a?(String) && value.valid_encoding?
  end

  def new_plant?(body)
    body.is_a?(Hash) && int64?(body["id"]) && text?(body["name"]) && (!body.key?("tag") || text?(body["tag"]))
  end
end

before do
  content_type :json
  token = request.env["HTTP_AUTHORIZATION"].to_s[/\ABearer +([\w.~+\/-]+=*)\z/i, 1]
  unless Rack::Utils.secure_compare(token.to_s, TOKEN)
    headers "WWW-Authenticate" => "Bearer"
    refuse 401, "Unauthorized"
  end
end

post "/plants" do
  refuse 415, "The body is not declared as application/json" unless request.media_type == "application/json"
  body = read_body
  refuse 400, "The body is not a NewPlant" unless new_plant?(body)
  PLANTS[body["id"].to_i] = body
  body.slice("name", "tag").to_json
end
