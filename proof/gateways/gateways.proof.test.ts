/**
 * What a run reports when a gateway answers instead of a server that meets everything, as docs/gateways.md describes. A
 * gateway that is not installed is skipped. GATEWAY_ROOT names a folder with unpacked packages.
 */
import { describe, expect, test } from "vitest";
import { judge } from "../../library/index.ts";
import type { RunResult } from "../../result/result.ts";
import { type GatewayPlace, type Program, behind, isInstalled } from "./gateway.ts";
import { needs, skipFor } from "../gate/skips.ts";

const token = "token-behind-the-gateway";

const root = process.env["GATEWAY_ROOT"] ?? "/";

const nginx: Program = {
  root,
  file: "usr/sbin/nginx",
  args: (folder) => ["-p", folder, "-e", `${folder}/error.log`, "-c", `${folder}/gateway.conf`],
};

const modules = "usr/lib/apache2/modules";
const rules = "usr/share/modsecurity-crs/rules";

const apache: Program = {
  root,
  file: "usr/sbin/apache2",
  needs: [`${modules}/mod_proxy_http.so`],
  args: (folder) => ["-X", "-f", `${folder}/gateway.conf`],
};

const lighttpd: Program = {
  root,
  file: "usr/sbin/lighttpd",
  needs: ["usr/lib/lighttpd/mod_proxy.so"],
  args: (folder) => ["-D", "-m", `${root}/usr/lib/lighttpd`, "-f", `${folder}/gateway.conf`],
};

/** A configuration of nginx: `server` goes into the server block, and `beside` next to it. */
const nginxWith =
  (server: (pass: string) => string, beside = "") =>
  ({ folder, port, upstream }: GatewayPlace): string =>
    `
    daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events { worker_connections 256; }
    http {
      access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${beside}
      server { listen 127.0.0.1:${port}; ${server(`proxy_pass http://${upstream};`)} }
    }`;

const apacheWith =
  (beside: (place: GatewayPlace) => string = () => "") =>
  (place: GatewayPlace): string =>
    `
    ServerRoot ${place.folder}
    ServerName plants.test
    Listen 127.0.0.1:${place.port}
    PidFile ${place.folder}/pid
    ErrorLog ${place.folder}/error.log
    LoadModule mpm_event_module ${place.file(modules)}/mod_mpm_event.so
    LoadModule authz_core_module ${place.file(modules)}/mod_authz_core.so
    LoadModule proxy_module ${place.file(modules)}/mod_proxy.so
    LoadModule proxy_http_module ${place.file(modules)}/mod_proxy_http.so
    User nobody
    Group nogroup
    ProxyPass / http://${place.upstream}/
    ${beside(place)}`;

const modSecurity: Program = {
  ...apache,
  needs: [...(apache.needs ?? []), `${modules}/mod_security2.so`, `${rules}/REQUEST-901-INITIALIZATION.conf`],
};

const withRules = ({ folder, file }: GatewayPlace): string => `
    LoadModule unique_id_module ${file(modules)}/mod_unique_id.so
    LoadModule security2_module ${file(modules)}/mod_security2.so
    SecRuleEngine On
    SecRequestBodyAccess On
    SecDataDir ${folder}
    SecTmpDir ${folder}
    SecRule REQUEST_HEADERS:Content-Type "^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
    SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,deny,status:400,msg:'unreadable body'"
    Include ${file("etc/modsecurity/crs/crs-setup.conf")}
    Include ${file(rules)}/*.conf`;

const lighttpdWith = ({ folder, port, upstream }: GatewayPlace): string => `
    server.modules = ("mod_proxy")
    server.port = ${port}
    server.bind = "127.0.0.1"
    server.document-root = "${folder}"
    server.upload-dirs = ("${folder}")
    proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${upstream.split(":")[1]})))`;

const statuses = (result: RunResult): readonly (number | undefined)[] =>
  result.exchanges.map(({ response }) => response?.status);

function failed({ requirements }: RunResult, level: "MUST" | "SHOULD"): readonly string[] {
  return requirements.filter((one) => one.status === "failed" && one.level === level).map(({ id }) => id);
}

async function judged(program: Program, configuration: (place: GatewayPlace) => string): Promise<RunResult> {
  return behind(program, { token, configuration }, (url) => judge({ url, token, seed: "gateways" }));
}

describe("nginx", () => {
  skipFor(isInstalled(nginx) ? undefined : needs("a gateway", "nginx"));
  test("that passes everything on changes nothing", async () => {
    const result = await judged(
      nginx,
      nginxWith((pass) => `location / { ${pass} }`),
    );
    expect([...failed(result, "MUST"), ...failed(result, "SHOULD")]).toEqual([]);
  });

  test("with limit_req answers 503, which breaks no MUST", async () => {
    const zone = "limit_req_zone $binary_remote_addr zone=z:1m rate=20r/s;";
    const result = await judged(
      nginx,
      nginxWith((pass) => `location / { limit_req zone=z burst=5 nodelay; ${pass} }`, zone),
    );
    expect(failed(result, "MUST")).toEqual([]);
    expect(failed(result, "SHOULD")).toContain("answers-without-server-error");
    expect(statuses(result)).toContain(503);
  });

  test("with limit_req_status 429 is waited for, and breaks nothing", async () => {
    const zone = "limit_req_zone $binary_remote_addr zone=z:1m rate=200r/s; limit_req_status 429;";
    const result = await judged(
      nginx,
      nginxWith((pass) => `location / { limit_req zone=z burst=20 nodelay; ${pass} }`, zone),
    );
    expect([...failed(result, "MUST"), ...failed(result, "SHOULD")]).toEqual([]);
  });

  test("with error_page for 400 puts a page in the place of each Error", async () => {
    const pages = "proxy_intercept_errors on; error_page 400 401 404 409 415 /e.html;";
    const own = "location = /e.html { internal; default_type text/html; return 200 '<h1>oops</h1>'; }";
    const result = await judged(
      nginx,
      nginxWith((pass) => `location / { ${pass} ${pages} } ${own}`),
    );
    expect(failed(result, "MUST")).toEqual(expect.arrayContaining(["error-media-type", "error-encoding"]));
  });

  test("with a small client_max_body_size shows in the profile alone", async () => {
    const result = await judged(
      nginx,
      nginxWith((pass) => `location / { ${pass} }`, "client_max_body_size 1k;"),
    );
    expect([...failed(result, "MUST"), ...failed(result, "SHOULD")]).toEqual([]);
    expect(result.profile["body-size"]).toBe("64 KiB refused: 413, 1 MiB refused: 413");
  });

  test("with a slash after the location redirects, and the first line says where to", async () => {
    const result = await judged(
      nginx,
      nginxWith((pass) => `location /plants/ { ${pass} } location / { return 404; }`),
    );
    expect(failed(result, "MUST")).toEqual(["operation-exists"]);
    expect(result.reasons[0]).toMatch(/^The operation is not at .* answered 301 .*, a redirect to .*\/plants\/\./);
  });
});

describe("lighttpd", () => {
  skipFor(isInstalled(lighttpd) ? undefined : needs("a gateway", "lighttpd"));
  test("answers 411 to a request without a body and without a length", async () => {
    const result = await judged(lighttpd, lighttpdWith);
    expect(failed(result, "MUST")).toEqual([]);
    expect(failed(result, "SHOULD")).toEqual([]);
    expect(statuses(result)).toContain(411);
  });
});

describe("Apache", () => {
  skipFor(isInstalled(apache) ? undefined : needs("a gateway", "Apache"));
  test("that passes everything on changes nothing", async () => {
    const result = await judged(apache, apacheWith());
    expect([...failed(result, "MUST"), ...failed(result, "SHOULD")]).toEqual([]);
  });
});

describe("Apache with ModSecurity and the OWASP rules", () => {
  skipFor(isInstalled(modSecurity) ? undefined : needs("a gateway", "Apache with ModSecurity and the OWASP rules"));
  test("answers malformed JSON with a page of its own, and some ids with 403", async () => {
    const result = await judged(modSecurity, apacheWith(withRules));
    expect(failed(result, "MUST")).toEqual(["error-media-type", "error-encoding"]);
    expect(failed(result, "SHOULD")).toContain("accepts-every-positive-id");
  });
});
