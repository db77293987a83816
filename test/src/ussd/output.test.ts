/** Tests a relay whose output cannot be written any more. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { startRelayProcess } from "../support/ussd/relay.js";
import { phoneOf, pinOf, startExtendedWith, userAddress } from "../support/ussd/ussd-extended.js";

it("a relay goes on serving when nobody reads its log any more", async (t) => {
  const world = await startExtendedWith(startRelayProcess);
  t.after(() => world.close());
  await world.register(0);
  await world.register(1);
  await world.give([userAddress(0)], parseEther("5"));
  const { child } = world.relay;
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (const count of [1, 2]) {
    const text = `2*${phoneOf(1)}*1*${pinOf(0)}`;
    assert.match(await world.dial(0, `send ${count}`, text), /^END Transfer submitted/);
    // Each confirmation is a line of the log, after which it is counted.
    const counted = `ussd_transactions_total{kind="transfer",event="confirmed"} ${count}\n`;
    await eventually("confirmation", async () => {
      const figures = await fetch(new URL("/metrics", world.relay.url));
      return (await figures.text()).includes(counted);
    });
  }
  assert.match(await world.dial(0, "balance", "1"), /^END Your balance/);
  assert.equal(child.exitCode, null);
});
