<?php
// The create-plant operation in plain PHP, with every MUST and SHOULD met. Save it as php_server.php.
//
//   PLANT_STORE_TOKEN=secret php -S 127.0.0.1:8080 php_server.php

// fix answers-without-server-error: Switch `display_errors` off: a warning in the answer comes before its status.
ini_set('display_errors', '0');
// end fix

// fix plant-media-type: Set Content-Type with `header()` before `echo`: PHP sends text/html on its own.
// fix plant-encoding: Let `json_encode()` write the body, and echo nothing beside it.
// fix error-media-type: Send refusals through one function that sets Content-Type; `die()` sends text/html.
// fix error-encoding: Let `json_encode()` write the body; `die($message)` sends a sentence.
// fix error-shape: Send every refusal through one function that fills `error` and `message`.
// fix error-as-text: Send `json_encode()` of `error` and `message` in place of the text of `die()` or `echo`.
// fix error-as-200: Call `http_response_code()` before the body: without it, the status is 200.
// fix challenges-with-401: Set the field in the one function that sends refusals. `http_response_code(401)` adds none.
// fix keeps-token-secret: Answer with your own words, and never with `$_SERVER` or `getallheaders()`.
function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_THROW_ON_ERROR);
}

function refuse(int $status, string $message): never
{
    if ($status === 401) {
        header('WWW-Authenticate: Bearer');
    }
    answer($status, ['error' => $status, 'message' => $message]);
    exit;
}
// end fix

// fix accepts-integer-spellings: Take a float without a fraction for an integer: `json_decode()` reads `7.0` as a float.
// fix accepts-every-positive-id, tells-large-ids-apart, ids-as-floats: Keep the id as the `int` that it is: a float rounds beyond 2^53.
// fix refuses-id-beyond-int64: Refuse floats from 2^53 on: `json_decode()` reads what is beyond int64 as a float.
// fix types-converted, refuses-invalid-member, no-type-checks: Use `is_int()` and `is_float()`; `is_numeric()` and `(int)` take strings.
// fix booleans-as-integers: Use `is_int()`; `(int)` and `==` take true for 1.
// fix fractions-as-integers: Use `is_int()`; `(int)` cuts a fraction off, and `is_numeric()` takes 1.5.
function isInt64(mixed $id): bool
{
    return is_int($id) || (is_float($id) && floor($id) === $id && abs($id) < 2 ** 53);
}
// end fix

// fix answers-without-server-error, server-error-unchecked: Ask for the type of each member before you use it: a TypeError is a 500.
// fix refuses-non-object: Decode objects as `stdClass`: as arrays, `{}` and `[]` are the same.
// fix valid-plants-refused: Ask for the types only; `empty($name)` also refuses "0".
// fix null-accepted: Ask with `property_exists()`; `??` and `isset()` take null for absence.
// fix falsy-as-absent: Ask with `property_exists()`; `empty()` takes 0, false and "" for absence.
// fix refuses-missing-member, missing-members-accepted: Ask for the type of each required member: null, which `??` gives, has none of them.
// fix refuses-invalid-member: Ask with `property_exists()` whether there is a tag; `??` and `isset()` take null for absence.
// fix matches-member-names-exactly: Look members up by their exact names.
function isNewPlant(mixed $body): bool
{
    return $body instanceof stdClass
        && isInt64($body->id ?? null)
        && is_string($body->name ?? null)
        && (!property_exists($body, 'tag') || is_string($body->tag));
}
// end fix

// fix operation-exists: Compare the path without the query, for POST.
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/plants') {
    refuse(404, 'There is no such path');
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    refuse(405, 'There is no such method');
}
// end fix

// fix requires-authorization, no-authentication: Check the token before anything else of the request is read.
// fix requires-bearer-scheme: Match the whole header field, the scheme first; `str_replace('Bearer ', '')` keeps a bare token.
// fix refuses-empty-token: Match at least one character of a token.
// fix accepts-bearer-in-any-case: Match the scheme with the modifier `i`; `str_starts_with()` compares letter case.
// fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
// fix accepts-header-names-in-any-case: Use `$_SERVER['HTTP_AUTHORIZATION']`; the keys of `getallheaders()` are as they were sent.
$isBearer = preg_match('{^Bearer +([\w.~+/-]+=*)$}iD', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $match) === 1;
if (!$isBearer || !hash_equals(getenv('PLANT_STORE_TOKEN'), $match[1])) {
    refuse(401, 'There is no known token');
}
// end fix

// fix refuses-other-media-types: Look at `$_SERVER['CONTENT_TYPE']`: `json_decode()` does not.
// fix accepts-media-type-spellings, unchecked-in-capitals: Compare what is before the semicolon, trimmed and in lower case.
[$mediaType] = explode(';', $_SERVER['CONTENT_TYPE'] ?? '');
if (strtolower(trim($mediaType)) !== 'application/json') {
    refuse(415, 'The body is not declared as application/json');
}
// end fix

// fix refuses-no-body, refuses-malformed-json: Refuse null, which `json_decode()` gives for what is not JSON.
// fix refuses-lenient-json, refuses-non-utf8: Pass the body to `json_decode()` as it is: it is strict, and asks for UTF-8.
// fix server-error-unreadable: Refuse null before you use it: `json_decode()` gives null for what is not JSON.
// fix accepts-json-spellings: Read the body with `json_decode()`, and with nothing before it.
// fix accepts-chunked-body: Read `php://input`, whatever Content-Length says.
// fix refuses-with-400: Answer 400 for each body that is not a NewPlant.
// fix accepts-valid-plant, other-success-status: Answer 200.
// fix adds-no-tag, null-for-no-tag: Put `tag` into the answer only if the request has one.
// fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
// fix plant-has-no-id, plant-has-no-other-members, record-returned-whole: Build the answer from `name` and `tag`; do not encode the body.
// fix returns-name, returns-tag, texts-trimmed: Return the string as it was read: without `trim()` and `htmlspecialchars()`.
// fix keeps-answers-apart: Keep the plant in a local name, not in a file or an APCu entry that requests share.
$body = json_decode(file_get_contents('php://input'));
if (!isNewPlant($body)) {
    refuse(400, 'The body is not a NewPlant');
}
// PHP keeps nothing from one request to the next: store the plant under its id in a database here.
answer(200, property_exists($body, 'tag') ? ['name' => $body->name, 'tag' => $body->tag] : ['name' => $body->name]);
// end fix
