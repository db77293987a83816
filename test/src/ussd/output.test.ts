/** Tests a relay whose output cannot be written any more. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { eventually } from "../support/eventually.js";
import { startRelayProcess } from "../support/ussd/relay.js";
import { recipient, startWorldWith } from "../support/ussd/ussd.js";

it("a relay goes on serving when nobody reads its log any more", async (t) => {
  const world = await startWorldWith(startRelayProcess);
  t.after(() => world.close());
  const { child } = world.relay;
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (const session of ["first", "second"]) {
    const submitted = await world.dial(session, `2*${recipient}*1`);
    assert.match(submitted, /^END Transfer Submitted/);
    // Each confirmation is a line of the log.
    await eventually("confirmation", async () => {
      const balance = await world.chain.getBalance({ address: recipient });
      return balance > 0n || child.exitCode !== null;
    });
  }
  assert.match(await world.dial("third", "1"), /^END Your Balance/);
  assert.equal(child.exitCode, null);
});
