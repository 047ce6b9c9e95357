<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;

/**
 * The Plant Store's conformance suite as tests of PHPUnit: one for each check, and the verdict.
 * The token is in PLANT_STORE_TOKEN. To start your own server, do it in setUpBeforeClass.
 */
final class ConformanceTest extends TestCase
{
    private const COMMAND = 'npx plant-store-conformance';

    /** @var array<string, array<string, mixed>> */
    private static array $cases = [];
    private static int $status = -1;
    private static string $output = '';

    public static function setUpBeforeClass(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'conformance');
        unlink($file);
        $report = escapeshellarg("ctrf=$file");
        $url = escapeshellarg((string) getenv('PLANT_STORE_URL'));
        exec(self::COMMAND . " check --quiet --report $report -- $url 2>&1", $lines, self::$status);
        self::$output = implode("\n", $lines);
        if (!is_file($file)) {
            return;
        }
        $report = json_decode((string) file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
        self::$cases = array_column($report['results']['tests'], null, 'name');
        unlink($file);
    }

    /** @return iterable<string, array{string}> */
    public static function checks(): iterable
    {
        $listed = json_decode((string) shell_exec(self::COMMAND . ' list --json'), true, 512, JSON_THROW_ON_ERROR);
        foreach ($listed as $requirement) {
            foreach ($requirement['checks'] as $check) {
                yield $check['id'] => [$check['id']];
            }
        }
    }

    /** @dataProvider checks */
    public function testCheck(string $name): void
    {
        if (self::$cases === []) {
            self::fail('not judged: ' . self::$output);
        }
        $case = self::$cases[$name] ?? null;
        if ($case === null) {
            self::markTestSkipped('left out by a selection');
        }
        if (in_array($case['rawStatus'], ['skipped', 'warning', 'waived'], true)) {
            self::markTestSkipped($case['message']);
        }
        $message = ($case['message'] ?? '') . "\n\n" . ($case['trace'] ?? '');
        self::assertNotSame('failed', $case['status'], $message);
    }

    /** Red where a contract or a waiver fails, too, and where nothing was judged. */
    public function testVerdict(): void
    {
        self::assertSame(0, self::$status, self::$output);
        self::assertArrayHasKey('verdict', self::$cases, self::$output);
    }
}
