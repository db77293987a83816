/** Tests signals to a command that is the first process of a container, for which the kernel has no default action. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, it } from "node:test";
import { executable, startNodeProcess } from "../support/node-process.js";
import { atEndSignal } from "../support/processes/at-end-signal.js";

const alone = ["--map-root-user", "--pid", "--fork", "--kill-child"];
const { status, error, stderr } = spawnSync("unshare", [...alone, "true"], { encoding: "utf8" });
const skip = status !== 0 && `no process can be the first here: ${error?.message ?? stderr}`;

/** Returns the number that the process which `unshare` has started has outside of its namespace. */
const insideOf = (pid = 0) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));

describe("the first process of a container", { skip }, () => {
  it("ends at a signal which the command does not handle", async (t) => {
    const server = createServer().listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asking = [process.execPath, executable, "status", "--url", url];
    const child = spawn("unshare", [...alone, ...asking]);
    const forget = atEndSignal(() => child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const [socket] = await once(server, "connection");
    process.kill(insideOf(child.pid), "SIGTERM");
    assert.deepEqual(await exited, [143, null]);
    forget();
    socket.destroy();
  });

  it("stops a node in order", async () => {
    const node = await startNodeProcess([], {}, ["unshare", ...alone]);
    const closed = once(node.child, "close");
    process.kill(insideOf(node.child.pid), "SIGINT");
    assert.deepEqual(await closed, [0, null]);
    assert.match(node.output(), /"msg":"stopping"/);
  });
});
