import assert from "node:assert/strict";
import { it } from "node:test";
import { splitLogin } from "./url-login.js";

const basic = (login: string) => ({
  authorization: `Basic ${Buffer.from(login).toString("base64")}`,
});

it("splits user and password from a URL, decoded where they are encoded", () => {
  const cases: readonly (readonly [url: string, address: string, login?: string])[] = [
    ["http://node:1/path?q#part", "http://node:1/path?q"],
    ["http://user:pass@node:1", "http://node:1/", "user:pass"],
    ["http://user@node:1", "http://node:1/", "user:"],
    ["http://%C3%A9:a%3Ab@node:1", "http://node:1/", "\u00e9:a:b"],
    // Neither is an encoding of text.
    ["http://100%:%ff@node:1", "http://node:1/", "100%:%ff"],
  ];
  for (const [url, address, login] of cases) {
    const authorization = login === undefined ? {} : basic(login);
    assert.deepEqual(splitLogin(url), { address, authorization });
  }
});
