/** Tests what is logged of peers that come and go. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import type { Peer } from "./peer.js";
import { breach } from "./peer-fault.js";
import { PeerLog } from "./peer-log.js";

const { strangerLinesMax } = peerLimits;
const peerOf = (isOutbound: boolean) =>
  ({ address: "test", client: "Test/1", isIntroduced: true, isOutbound }) as unknown as Peer;

it("strangers that come and go fill no log, and the nodes that this one chose are logged", () => {
  const lines: string[] = [];
  const teller = (level: string) => (_: unknown, message: string) => {
    lines.push(`${level}: ${message}`);
  };
  const [debug, info, warn] = [teller("debug"), teller("info"), teller("warn")];
  let now = 1e6;
  const log = new PeerLog({ ...silentLogger, debug, info, warn }, () => now);
  const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
  const comeAndGo = () => {
    log.connected(peerOf(false));
    log.ended(peerOf(false), breach("a reason"), true);
  };
  for (let i = 0; i < strangerLinesMax; i++) comeAndGo();
  assert.equal(count("info: connected") + count("warn: a peer is"), strangerLinesMax);
  assert.equal(count("debug:"), strangerLinesMax);
  assert.equal(count("warn: many peers"), 1);
  lines.length = 0;
  log.connected(peerOf(true));
  assert.deepEqual(lines, ["info: connected to a peer"]);
  now += 60_000;
  comeAndGo();
  assert.deepEqual(lines.slice(1), [
    "info: connected to a peer",
    "warn: a peer is disconnected: a reason",
  ]);
});
