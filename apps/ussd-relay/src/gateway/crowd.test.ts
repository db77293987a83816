import assert from "node:assert/strict";
import { it } from "node:test";
import { relayLimits } from "../limits.js";
import { type Screen, screens } from "../menu/screens.js";
import {
  begin,
  body,
  everything,
  formHeaders,
  gatewayWith,
  requestOf,
} from "../testing/gateway.js";

it("more posts of one address than the limit are told to the operator", async (t) => {
  const max = relayLimits.addressPostsMax;
  let answerAll: (screen: Screen) => void = () => {};
  const held = new Promise<Screen>((resolve) => {
    answerAll = resolve;
  });
  let arrived = 0;
  let haveArrived: () => void = () => {};
  const full = new Promise<void>((resolve) => {
    haveArrived = resolve;
  });
  const answer = () => {
    arrived += 1;
    if (arrived === max) haveArrived();
    return held;
  };
  const { gateway, post, log } = await gatewayWith(t, { answer });
  const connections = 10;
  const some = requestOf(["Host: relay", ...formHeaders], body).repeat(max / connections - 1);
  const last = requestOf(["Host: relay", "Connection: close", ...formHeaders], body);
  const answers = Array.from({ length: connections }, async () =>
    everything(await begin(gateway.url, "127.0.0.1", some + last)),
  );
  await full;
  assert.deepEqual(await post(), { status: 200, text: screens.unavailable });
  assert.deepEqual(log.warnings, [
    `no answer: ${relayLimits.postsMax} posts are in progress, or ${max} of one address`,
  ]);
  answerAll("END done");
  const all = (await Promise.all(answers)).join("");
  assert.equal(all.match(/END done/g)?.length, max);
});
