import assert from "node:assert/strict";
import { it } from "node:test";
import { freePort } from "@tandem/rpc";
import { tandem } from "./prool.js";

it("an instance that is stopped while it starts leaves no node behind", async () => {
  const port = await freePort("127.0.0.1", 0);
  const instance = tandem({ inMemory: true });
  const starting = instance.start({ port });
  await instance.stop();
  await starting;
  // The port is free again.
  await instance.start({ port });
  await instance.stop();
});

it("an instance that could not be started can be stopped", async () => {
  const instance = tandem({ gasLimit: 1n });
  await assert.rejects(instance.start({ port: 0 }));
  await instance.stop();
});
