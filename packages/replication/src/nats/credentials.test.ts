import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { readCredentials } from "./credentials.js";

/** A seed from the documentation of NATS. */
const seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
const userFile = `-----BEGIN NATS USER JWT-----
header.claims.signature
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`;

it("credentials are a token, a key or both, as the file is at each connection", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-credentials-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "credentials");
  assert.throws(() => readCredentials(path, silentLogger), /ENOENT/);
  writeFileSync(path, " a token\n");
  const warnings: object[] = [];
  const logger = { ...silentLogger, warn: (fields: object) => void warnings.push(fields) };
  const authenticate = readCredentials(path, logger);
  const namesFor = (text: string) => {
    writeFileSync(path, text);
    return Object.keys(authenticate("nonce") ?? {}).sort();
  };
  assert.deepEqual(authenticate("nonce"), { auth_token: "a token" });
  assert.deepEqual(namesFor(`${seed}\n`), ["nkey", "sig"]);
  assert.deepEqual(namesFor(userFile), ["jwt", "nkey", "sig"]);
  assert.deepEqual(namesFor(`${seed}A`), ["auth_token"]);
  writeFileSync(path, "another");
  assert.deepEqual(authenticate("nonce"), { auth_token: "another" });
  assert.deepEqual(warnings, []);
  rmSync(path);
  assert.deepEqual(authenticate("nonce"), { auth_token: "another" });
  assert.equal(warnings.length, 1);
});
