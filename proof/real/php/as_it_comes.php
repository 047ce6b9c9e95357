<?php
// Plain PHP as it comes: json_decode() into arrays, the checks by hand, a comparison for the token.

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
}

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/plants') {
    answer(404, ['error' => 404, 'message' => 'Not found']);
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405, ['error' => 405, 'message' => 'Method not allowed']);
    return;
}
if (($_SERVER['HTTP_AUTHORIZATION'] ?? '') !== 'Bearer ' . getenv('PLANT_STORE_TOKEN')) {
    answer(401, ['error' => 401, 'message' => 'Unauthorized']);
    return;
}

$plant = json_decode(file_get_contents('php://input'), true);
if (!is_int($plant['id'] ?? null) || !is_string($plant['name'] ?? null) || !is_string($plant['tag'] ?? '')) {
    answer(400, ['error' => 400, 'message' => 'The body is not a plant']);
    return;
}

// A request leaves nothing in memory to the next: the store would be a database.
$stored = ['name' => $plant['name']];
if (isset($plant['tag'])) {
    $stored['tag'] = $plant['tag'];
}
answer(200, $stored);
