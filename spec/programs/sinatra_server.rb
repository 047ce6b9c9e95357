# The create-plant operation on Sinatra, with every MUST and SHOULD met. Save it as sinatra_server.rb.
#
#   gem install sinatra puma rackup
#   PORT=8080 PLANT_STORE_TOKEN=secret ruby sinatra_server.rb
require "bigdecimal"
require "json"
require "sinatra"

TOKEN = ENV.fetch("PLANT_STORE_TOKEN")
PLANTS = {}

set :bind, "127.0.0.1"
set :port, ENV.fetch("PORT")

# fix keeps-token-secret: Switch the page for exceptions off: in development, it shows the header fields of the request.
set :show_exceptions, false
# end fix

# fix error-media-type: Set `content_type :json` in a `before` block: Sinatra sends text/html on its own.
# fix error-encoding: Halt with `to_json`; `halt 400, message` sends a sentence.
# fix error-shape: Send every refusal through one helper that fills `error` and `message`.
# fix error-as-text: Halt with `{ error: 400, message: text }.to_json` in place of the text.
# fix error-as-200: Give the status to `halt`: a text that a route returns is a 200.
# fix challenges-with-401: Set the field in the one helper that sends refusals; `halt 401` adds none.
helpers do
  def refuse(status, message)
    headers "WWW-Authenticate" => "Bearer" if status == 401
    halt status, { error: status, message: message }.to_json
  end
end
# end fix

# fix requires-authorization, no-authentication: Check the token in a `before` block, which runs before each route.
# fix requires-bearer-scheme: Match the whole header field, the scheme first; `delete_prefix("Bearer ")` keeps a bare token.
# fix refuses-empty-token: Match at least one character of a token.
# fix accepts-bearer-in-any-case: Match the scheme with the option `i`; `start_with?` compares letter case.
# fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
# fix accepts-header-names-in-any-case: Use `request.env["HTTP_AUTHORIZATION"]`, which Rack names so in each letter case.
# fix error-media-type, plant-media-type: Set `content_type :json` before anything is answered.
before do
  content_type :json
  token = request.env["HTTP_AUTHORIZATION"].to_s[%r{\ABearer +([\w.~+/-]+=*)\z}i, 1]
  refuse 401, "There is no known token" unless Rack::Utils.secure_compare(token.to_s, TOKEN)
end
# end fix

# fix refuses-malformed-json: Rescue `JSON::ParserError`, and refuse.
# fix refuses-lenient-json: Refuse what `JSON.parse` takes beyond JSON: comments, and escapes such as `\x`. It has no setting for it.
# fix refuses-non-utf8: Ask `valid_encoding?` before you parse: `JSON.parse` takes other bytes.
# fix answers-without-server-error: Rescue `JSON::NestingError` too, and ask `valid_encoding?`: `to_json` raises for other bytes.
# fix server-error-unreadable: Rescue `JSON::ParserError`: without a body, `JSON.parse` raises it too.
# fix accepts-json-spellings: Read the body with `JSON.parse`, and with nothing but a look before it.
# fix accepts-integer-spellings: Read numbers with `decimal_class: BigDecimal`, so that none is rounded.
# fix accepts-chunked-body: Read `request.body` to its end, whatever Content-Length says.
helpers do
  def read_json
    text = request.body.read.dup.force_encoding(Encoding::UTF_8)
    # Outside its strings, JSON has no quote, no slash and no backslash.
    outside = text.valid_encoding? && text.gsub(%r{"(?:[^"\\]|\\(?:["\\/bfnrt]|u\h{4}))*"}, "")
    refuse 400, "The body is not JSON in UTF-8" if !outside || outside.match?(%r{["\\/]})
    JSON.parse(text, decimal_class: BigDecimal)
  rescue JSON::ParserError, JSON::NestingError
    refuse 400, "The body is not JSON"
  end
end
# end fix

# fix accepts-integer-spellings: Take a `BigDecimal` without a fraction for an integer.
# fix accepts-every-positive-id, tells-large-ids-apart, ids-as-floats: Keep the id as an `Integer`; `to_f` rounds beyond 2^53.
# fix refuses-id-beyond-int64: Compare the id with both ends of int64: an `Integer` of Ruby has none.
# fix types-converted, refuses-invalid-member, no-type-checks: Ask for the class; `Integer(value)` and `to_i` convert strings.
# fix fractions-as-integers: Ask for an `Integer`: `to_i` cuts a fraction off, and a `Float` is a `Numeric` too.
# fix refuses-non-object, answers-without-server-error, server-error-unchecked: Ask for a `Hash` first: `[]` of another value raises.
# fix valid-plants-refused: Ask for the types only, and for no length and no pattern.
# fix null-accepted: Ask `key?` whether there is a tag; `nil?` cannot tell null from none.
# fix refuses-invalid-member: Ask `key?` whether there is a tag; `nil?` cannot tell null from none.
# fix refuses-missing-member, missing-members-accepted: Ask for the class of each required member: nil, which `[]` gives, has another.
# fix matches-member-names-exactly: Look members up by their exact names.
helpers do
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
# end fix

# fix operation-exists: Route POST to exactly `/plants`.
# fix accepts-valid-plant, other-success-status: Return the text of the plant, which is a 200; `status 201` is another.
# fix plant-encoding: Return `to_json` of a Hash.
# fix adds-no-tag, null-for-no-tag: Use `slice`, which leaves `tag` out where none was sent.
# fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
# fix plant-has-no-id, plant-has-no-other-members, record-returned-whole: Use `slice("name", "tag")`; do not return the body.
# fix returns-name, returns-tag, texts-trimmed: Return the string as it was read: without `strip` and `Rack::Utils.escape_html`.
# fix refuses-no-body: Parse the body; a text without a character is no JSON. `JSON.parse(text) rescue {}` hides that.
# fix refuses-with-400: Ask for a `Hash` before you use `[]`, and answer 400 for each body that is not a NewPlant.
# fix refuses-other-media-types: Compare `request.media_type`: `JSON.parse` does not look at it.
# fix accepts-media-type-spellings, unchecked-in-capitals: Compare `request.media_type`, which is in lower case and has no parameters.
# fix keeps-answers-apart: Keep the plant in a local name, and not in a global one.
post "/plants" do
  refuse 415, "The body is not declared as application/json" unless request.media_type == "application/json"
  body = read_json
  refuse 400, "The body is not a NewPlant" unless new_plant?(body)
  plant = body.slice("name", "tag")
  PLANTS[body["id"].to_i] = plant
  plant.to_json
end
# end fix
