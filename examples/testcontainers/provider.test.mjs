// Starts the image of your provider with Testcontainers, and judges it: PROVIDER_IMAGE=plants:latest node --test
import assert from "node:assert/strict";
import { env } from "node:process";
import { test } from "node:test";
import { judge } from "plant-store-conformance";
import { renderers } from "plant-store-conformance/reports";
import { GenericContainer, Wait } from "testcontainers";

const image = env["PROVIDER_IMAGE"] ?? "";
const token = "token-of-this-test";
const port = 8080;

await test("the image of the provider is conformant", async (context) => {
  const container = await new GenericContainer(image)
    .withEnvironment({ PLANT_STORE_TOKEN: token })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  context.after(() => container.stop());
  const result = await judge({ url: `http://${container.getHost()}:${container.getMappedPort(port)}`, token });
  assert.equal(result.verdict, "conformant", await renderers.text.render(result));
});
