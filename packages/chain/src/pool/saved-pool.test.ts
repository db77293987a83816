import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { openSmallChain, transfer } from "../testing/small-chain.js";

it("a saved pool remains saved if the opening of its chain is cancelled", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-pool-"));
  const first = await openSmallChain("manual", { directory });
  for (const nonce of [0, 1]) await first.chain.submit(transfer(0, nonce));
  const interrupted = first.reopen({ leaving: AbortSignal.abort() });
  await assert.rejects(interrupted, { name: "AbortError" });
  const next = await openSmallChain("manual", { directory });
  assert.equal(next.chain.pool.size, 2);
  await next.destroy();
});
