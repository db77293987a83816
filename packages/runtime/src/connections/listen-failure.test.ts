import assert from "node:assert/strict";
import { it } from "node:test";
import { listenFailure } from "./listen-failure.js";

it("names an address of IPv6 in brackets", async () => {
  // A network for documents alone (RFC 3849).
  const sentence = await listenFailure("2001:db8::1", 8545);
  assert.match(
    sentence,
    /^cannot listen on \[2001:db8::1\]:8545: this machine has no such address/,
  );
});
