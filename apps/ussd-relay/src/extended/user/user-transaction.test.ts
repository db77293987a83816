/** Tests what a settled transaction changes of its user. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { loadEnding } from "../../engine/ending.js";
import { outgoingChange } from "../../engine/outgoing.js";
import { following } from "../../testing/following.js";
import { loadUser, type User, userChange } from "./user.js";
import type { UserTransaction } from "./user-transaction.js";

/** Settles a transaction that is in a block. @returns its user, and how it ended. */
async function settled(
  t: TestContext,
  isSuccess: boolean,
  changed: Partial<UserTransaction>,
  changedUser: Partial<User> = {},
) {
  const { follower, records, transaction, node } = await following(t);
  const before = (await loadUser(records, "user")) as User;
  const user = { ...before, ...changedUser };
  await records.write([userChange(user), outgoingChange({ ...transaction, ...changed })]);
  node.mined.set(transaction.id, isSuccess);
  await follower.begin();
  const ending = await loadEnding(records, transaction.id);
  return { user: (await loadUser(records, changed.userId ?? "user")) as User, ending };
}

describe("a settled transaction", () => {
  it("gives back the amount of a failed transfer to the day on which it counts, and to no other", async (t) => {
    const failed = await settled(t, false, {});
    assert.deepEqual(failed.user.spent, { day: 3, wei: "200" });
    assert.equal(failed.user.unread?.failure, "balance");
    const next = await settled(t, false, {}, { spent: { day: 4, wei: "100" } });
    assert.deepEqual(next.user.spent, { day: 4, wei: "100" });
    const loan = await settled(t, false, { kind: "loan" });
    assert.deepEqual(loan.user.spent, { day: 3, wei: "700" });
  });

  it("comes first in the history, which has three", async (t) => {
    const history = ["1", "2", "3"].map((wei) => ({ kind: "loan", wei }) as const);
    const { user } = await settled(t, true, {}, { history });
    assert.deepEqual(
      user.history.map(({ wei }) => wei),
      ["500", "1", "2"],
    );
  });

  it("that was released and is executed nevertheless is told, beside the one that is pending", async (t) => {
    const { user, ending } = await settled(t, true, { isReleased: true }, { pending: "0x02" });
    assert.deepEqual([user.pending, user.unread], ["0x02", { kind: "transfer", wei: "500" }]);
    assert.equal(ending?.kind, "confirmed");
  });

  it("that was released and is executed nevertheless counts towards its day again, and no other", async (t) => {
    const spentBy = async (changed: Partial<UserTransaction>, spent: User["spent"]) =>
      (await settled(t, true, { isReleased: true, ...changed }, { spent })).user.spent;
    assert.deepEqual(await spentBy({}, { day: 3, wei: "200" }), { day: 3, wei: "700" });
    assert.deepEqual(await spentBy({}, { day: 4, wei: "100" }), { day: 4, wei: "100" });
    const loan = await spentBy({ kind: "loan" }, { day: 3, wei: "200" });
    assert.deepEqual(loan, { day: 3, wei: "200" });
    assert.deepEqual((await settled(t, true, {})).user.spent, { day: 3, wei: "700" });
  });

  it("ends for its session without a user, and when the user was told before", async (t) => {
    const nobody = await settled(t, true, { userId: "another" });
    assert.deepEqual([nobody.user, nobody.ending?.kind], [undefined, "confirmed"]);
    const told = await settled(t, false, { isReleased: true });
    assert.deepEqual([told.user.pending, told.user.unread], ["0x01", undefined]);
    assert.equal(told.ending?.kind, "failed");
  });
});

describe("a user", () => {
  it("whose language was removed gets English, and loses nothing else", async (t) => {
    const { records } = await following(t);
    const user = (await loadUser(records, "user")) as User;
    await records.write([userChange({ ...user, language: "fr" as "en" })]);
    assert.deepEqual(await loadUser(records, "user"), user);
  });
});
