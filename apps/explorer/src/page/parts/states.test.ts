import assert from "node:assert/strict";
import { it } from "node:test";
import { messageOf } from "./states.js";

it("returns the message of an error, and of an object that a wallet throws", () => {
  assert.equal(messageOf(new Error("no room")), "no room");
  assert.equal(messageOf({ code: 4001, message: "User rejected" }), "User rejected");
  assert.equal(messageOf(new Error("reverted: \u202eb\u0007")), "reverted: \\u202eb\\u0007");
  assert.equal(messageOf("text"), "text");
  assert.equal(messageOf(undefined), "undefined");
});
