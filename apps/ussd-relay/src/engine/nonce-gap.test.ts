/** Tests when a follower fills nonces that its node lacks, over a fake node with a manual clock. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTransaction } from "viem";
import { relayLimits } from "../limits.js";
import { following, signer } from "../testing/following.js";

describe("a follower whose node lacks earlier nonces of the wallet", () => {
  it("sends empty transactions for nonces that the node has not had for a while", async (t) => {
    const { follower, transaction, clock, sent, node, log } = await following(t);
    node.nonce = 2;
    await follower.begin();
    for (let looks = 0; looks < 2; looks++) {
      clock.time += relayLimits.rebroadcastMs + 1;
      await follower.poll();
    }
    assert.deepEqual(
      sent.slice(2).map((raw) => {
        const { nonce, to, value, data } = parseTransaction(raw);
        return [nonce, to, value, data];
      }),
      [
        [4, parseTransaction(transaction.attempts[0]?.raw ?? "0x").to, undefined, transaction.data],
        [2, signer.address, undefined, undefined],
        [3, signer.address, undefined, undefined],
      ],
    );
    assert.match(log.warnings.join("\n"), /no transactions for the nonces 2 to 3 of the wallet/);
  });

  it("leaves nonces alone that a late node lacks, however often", async (t) => {
    const { follower, clock, sent, node, log } = await following(t);
    await follower.begin();
    const look = async (nonce: number, afterMs: number) => {
      node.nonce = nonce;
      clock.time += afterMs;
      await follower.poll();
    };
    const often = relayLimits.rebroadcastMs + 1;
    await look(2, often);
    await look(5, often);
    await look(2, often);
    await look(2, relayLimits.lostMs + 1);
    assert.ok(sent.length > 2);
    assert.deepEqual(new Set(sent.map((raw) => parseTransaction(raw).nonce)), new Set([4]));
    assert.deepEqual(log.warnings, []);
  });
});
