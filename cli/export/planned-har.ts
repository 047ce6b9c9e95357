/** All requests of a run if each one is accepted, as a HAR without answers. Pure, except that it reads the document. */
import { BaseUrlError, DEFAULT_LIMITS, parseBaseUrl } from "../../http/provider.ts";
import { toolVersion } from "../../library/version.ts";
import { renderPlannedHar } from "../../reports/har.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { STAGES } from "../../suites/checks/check.ts";
import { requestsWhereAccepted } from "../../suites/checks/planned.ts";
import { checksOf } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { recordRequest } from "../../suites/run/record.ts";
import { UsageError } from "../io.ts";

/**
 * The HAR of a planned run, with `$PLANT_STORE_TOKEN` instead of the token.
 * @throws {UsageError} if the base URL is invalid
 */
export async function plannedHar(seed: string, given: string): Promise<string> {
  const baseUrl = checkedBaseUrl(given);
  const operation = readOperation();
  const checks = checksOf(operation, await loadValidators(operation));
  const fresh = checkIds(seed, checks);
  const planned = STAGES.flatMap((stage) => checks.filter((check) => check.stage === stage)).flatMap((check) =>
    requestsWhereAccepted(check, fresh(check.id)).map((request) => ({
      check: check.id,
      request: recordRequest(request, baseUrl, DEFAULT_LIMITS.keptBytes),
    })),
  );
  return renderPlannedHar(toolVersion(), planned);
}

function checkedBaseUrl(given: string): string {
  try {
    return parseBaseUrl(given);
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(error.message) : error;
  }
}
