<?php
// Plain PHP, fixed: objects instead of arrays, null distinguished from absence, the id by its value, the media type looked at.

ini_set('display_errors', '0');

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
}

function refuse(int $status, string $message): void
{
    answer($status, ['error' => $status, 'message' => $message]);
}

/**
 * An integer by its value: 7.0 and 70e-1 are integers. Integers beyond int64 and all that has a fraction or an exponent
 * come from json_decode() as floats, rounded, so that only those are whole for certain that a float holds exactly.
 */
function isInt64(mixed $id): bool
{
    return is_int($id) || (is_float($id) && floor($id) === $id && abs($id) < 2 ** 53);
}

function isNewPlant(mixed $body): bool
{
    return $body instanceof stdClass
        && isInt64($body->id ?? null)
        && is_string($body->name ?? null)
        && (!property_exists($body, 'tag') || is_string($body->tag));
}

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/plants') {
    refuse(404, 'Not found');
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    refuse(405, 'Method not allowed');
    return;
}
$bearer = preg_match('{^Bearer +([\w.~+/-]+=*)$}iD', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $match) === 1;
if (!$bearer || !hash_equals(getenv('PLANT_STORE_TOKEN'), $match[1])) {
    header('WWW-Authenticate: Bearer');
    refuse(401, 'Unauthorized');
    return;
}
[$mediaType] = explode(';', $_SERVER['CONTENT_TYPE'] ?? '');
if (strtolower(trim($mediaType)) !== 'application/json') {
    refuse(415, 'The body is not declared as application/json');
    return;
}
$body = json_decode(file_get_contents('php://input'));
if (!isNewPlant($body)) {
    refuse(400, 'The body is not a NewPlant');
    return;
}
// A request leaves nothing in memory to the next: the store would be a database.
answer(200, property_exists($body, 'tag') ? ['name' => $body->name, 'tag' => $body->tag] : ['name' => $body->name]);
