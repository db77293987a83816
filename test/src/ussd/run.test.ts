/** Tests `npm run relay` in a clone that is set up. */
import assert from "node:assert/strict";
import { type ChildProcess, exec, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openKeystore } from "@tandem/ussd-relay";
import { computeAddress, getAddress } from "ethers";
import { familyOf } from "../bench/subject/process-usage.js";
import { developmentAccount } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";
import { runRelay } from "../support/ussd/relay.js";
import { postUssd, temporaryFolder } from "../support/ussd/ussd.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const script = fileURLToPath(new URL("../../../scripts/relay.mjs", import.meta.url));
const relayScript = [process.execPath, script] as const;

interface Started {
  readonly child: ChildProcess;
  output(): string;
  /** Sends a signal to all started processes, like Ctrl-C. */
  interrupt(signal: NodeJS.Signals): void;
  /** Resolves to its exit code; null if a signal ended it. */
  ended(): Promise<number | null>;
}

async function start(
  t: TestContext,
  [command, ...first]: readonly [string, ...string[]],
  args: readonly string[],
): Promise<Started> {
  const child = spawn(command, [...first, "--port", "0", "--node-port", "0", ...args], {
    cwd: root,
    detached: true,
  });
  const exited = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const interrupt = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-(child.pid as number), signal);
    }
  };
  const ended = async () => {
    const [code] = await exited;
    return code as number | null;
  };
  t.after(() => interrupt("SIGKILL"));
  await eventually("end of the set-up", () => {
    if (child.exitCode !== null) throw new Error(`it ended:\n${output}`);
    return output.includes("Ctrl-C ends it.");
  });
  return { child, output: () => output, interrupt, ended };
}

/** Returns whether a server listens at a URL. */
const isOpen = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Returns the process id of the relay that the script started. */
function relayOf({ child }: Started): number {
  const isRelay = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("ussd-relay.js");
  const relay = familyOf(child.pid as number).find(isRelay);
  assert.ok(relay);
  return relay;
}

/** Returns whether a process exists that has not ended: nobody may wait for one whose parent has ended. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const commandsIn = (output: string) =>
  output.split("\n").filter((line) => line.startsWith("curl "));

const run = promisify(exec);

const urlsIn = (output: string) => {
  const [, relayUrl = ""] = /^Ready: POST (\S+)$/m.exec(output) ?? [];
  const [, nodeUrl = ""] = /^On a chain of its own at (\S+)\./m.exec(output) ?? [];
  return { relayUrl, nodeUrl };
};

describe("npm run relay", () => {
  it("shows a request for each screen, which works unchanged, ends with Ctrl-C, and continues with the folder, with 0 at its end if its relay gets SIGTERM first", async (t) => {
    const kept = ["--data-dir", temporaryFolder(t)];
    const npm = ["npm", "run", "relay", "--"] as const;
    const { child, output, interrupt, ended } = await start(t, npm, kept);
    const { relayUrl, nodeUrl } = urlsIn(output());
    const [, phone = ""] = /^Phone: (\S+)$/m.exec(output()) ?? [];
    assert.equal((await fetch(phone)).status, 200);
    const screens: string[] = [];
    for (const command of commandsIn(output())) {
      const { stdout } = await run(command);
      screens.push(stdout);
    }
    const expected = [
      /^CON .*\+254700000001\n1\. My Balance\n2\. Send Money \(P2P\)\n3\. Request Micro-Loan\n$/,
      /^END Your Balance: 100 COIN\n$/,
      /^CON Enter Recipient Address:_+\n$/,
      /^CON Enter Amount:_+\n$/,
      /^END Transfer Submitted\nTo: 0x70997970\.\.\.\nTx: 0x[0-9a-f]{10}\.\.\.\nFunds will arrive/,
      /^END Loan Requested\nTx: 0x[0-9a-f]{10}\.\.\.\n0\.01 COIN credited shortly\.\n$/,
    ];
    assert.equal(screens.length, expected.length);
    for (const [i, pattern] of expected.entries()) assert.match(screens[i] ?? "", pattern);
    await eventually("confirmations", () => /^Loan confirmed: 0x/m.test(output()));
    assert.match(output(), /^Transfer confirmed: 0x[0-9a-f]{64}$/m);
    const started = familyOf(child.pid as number);
    interrupt("SIGINT");
    await ended();
    await eventually("end of both", async () => {
      return !(await isOpen(relayUrl)) && !(await isOpen(nodeUrl));
    });
    // npm may end before them, and the node closes its folder last.
    await eventually("end of all", () => !started.some(isRunning));
    const [, , , , transfer = ""] = commandsIn(output());
    const second = await start(t, relayScript, kept);
    const again = async (curl: string) =>
      (await run(curl.replace(/http:\S+/, urlsIn(second.output()).relayUrl))).stdout;
    assert.equal(await again(transfer), screens[4]);
    assert.match(await again(transfer.replace("demo-", "other-")), /^END Transfer Submitted/);
    // A signal to the group reaches all processes at once, and their order is random: here the relay
    // gets it before the script.
    process.kill(relayOf(second), "SIGTERM");
    assert.equal(await second.ended(), 0);
    assert.equal(await isOpen(urlsIn(second.output()).nodeUrl), false);
  });

  it("in extended mode sets up everything: its requests register, pay by PIN and borrow", async (t) => {
    const { child, output, ended } = await start(t, relayScript, ["--mode", "extended"]);
    const { relayUrl } = urlsIn(output());
    const commands = commandsIn(output());
    const expected = [
      /^CON Welcome .*\n1\. English\n2\. /s,
      /^END /,
      /^END /,
      /^CON 1\. /,
      /^END .*100 COIN/,
      /^END .*0x[0-9a-f]+/s,
      /^END .*0x[0-9a-f]+/s,
    ];
    assert.equal(commands.length, expected.length);
    for (const [i, request] of commands.entries()) {
      // A user has one transaction at a time.
      if (i === commands.length - 1) {
        await eventually("the transfer's end", () => /^Transfer confirmed: 0x/m.test(output()));
      }
      const { stdout } = await run(request);
      assert.match(stdout, expected[i] as RegExp, request);
    }
    const [, phone = ""] = /^Phone: (\S+)$/m.exec(output()) ?? [];
    assert.equal((await fetch(phone)).status, 200);
    const [, session = ""] = /sessionId=(\S+)'/.exec(commands[5] ?? "") ?? [];
    const listed = await fetch(new URL(`/phone/transactions?session=${session}`, relayUrl));
    const { transactions } = (await listed.json()) as {
      transactions: { kind: string; state: string }[];
    };
    assert.deepEqual(
      transactions.map(({ kind, state }) => [kind, state]),
      [["transfer", "confirmed"]],
    );
    const { stdout } = await run(
      (commands[4] ?? "").replace("00001'", "00002'").replace("demo-", "other-"),
    );
    assert.match(stdout, /101\.5 COIN/);
    // It runs on where nobody reads what it prints, as its relay does.
    child.stdout?.destroy();
    await run((commands[5] ?? "").replace("demo-", "unread-"));
    await eventually("the unread transfer", async () => {
      const unread = session.replace("demo-", "unread-");
      const list = await fetch(new URL(`/phone/transactions?session=${unread}`, relayUrl));
      return (await list.text()).includes('"state":"confirmed"');
    });
    // Only the script gets this signal, as from a supervisor. It removes its temporary folder when it
    // ends.
    child.kill("SIGTERM");
    assert.equal(await ended(), 0);
  });

  it("does what an operator can do by hand, with an environment file, and ends with 1 if its relay is killed", async (t) => {
    const node = await startLocalNode();
    t.after(() => node.stop());
    const folder = temporaryFolder(t);
    const file = join(folder, "relay.env");
    writeFileSync(file, `USSD_RELAY_PRIVATE_KEY=${developmentAccount(5).key.privateKey}\n`);
    const flags = ["--node-url", node.url, "--env-file", file];
    const deployed = await runRelay(["deploy", ...flags, "--json"]);
    assert.equal(deployed.code, 0, deployed.stderr);
    const { contract, forwarder } = JSON.parse(deployed.stdout);
    for (const address of [contract, forwarder]) assert.equal(address, getAddress(address));
    appendFileSync(file, "USSD_RELAY_CURRENCY=RBTC\n");
    const more = ["--node-url", node.url, "--contract", contract, "--data-dir", folder];
    const started = await start(t, relayScript, more);
    assert.match(started.output(), /others can read .*relay\.env: chmod 600 it/);
    const { relayUrl } = urlsIn(started.output());
    const dial = async (text: string) => (await postUssd(relayUrl, { sessionId: "1", text })).body;
    assert.equal(await dial("1"), "END Your Balance: 0 RBTC");
    assert.equal(await dial("3"), "END There is no money to lend at the moment. Nothing was sent.");
    process.kill(relayOf(started), "SIGKILL");
    assert.equal(await started.ended(), 1);
    assert.equal(await isOpen(relayUrl), false);
  });

  it("prepares nothing whose settings it cannot write", async (t) => {
    const node = await startLocalNode();
    t.after(() => node.stop());
    const folder = temporaryFolder(t);
    const there = join(folder, "relay.env");
    symlinkSync("nowhere", there);
    for (const [file, reason] of [
      [join(folder, "none/relay.env"), /cannot be made: there is no such file or folder/],
      [there, /cannot be made: it exists already/],
    ] as const) {
      for (const mode of ["demonstration", "extended"]) {
        const args = ["prepare", file, "--mode", mode, "--node-url", node.url];
        const { code, stderr } = await runRelay(args);
        assert.equal(code, 2);
        assert.match(stderr, reason);
      }
    }
    assert.equal(await call(node.url, "eth_blockNumber"), "0x0");
    assert.deepEqual(readdirSync(folder), ["relay.env"]);
  });

  it("creates a keystore, which a relay opens and no other user can read", async (t) => {
    const file = join(temporaryFolder(t), "relayer.json");
    const secrets = { USSD_RELAY_KEYSTORE_PASSPHRASE: "long enough for a test" };
    const made = await runRelay(["keystore", file], secrets);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /^0x[0-9a-f]{40}\n$/i);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const key = await openKeystore(
      readFileSync(file, "utf8"),
      secrets.USSD_RELAY_KEYSTORE_PASSPHRASE,
    );
    assert.equal(computeAddress(key).toLowerCase(), made.stdout.trim().toLowerCase());
    const other = await runRelay(["keystore", `${file}1`, "--json"], secrets);
    const { address } = JSON.parse(other.stdout);
    assert.equal(address, getAddress(address));
    const again = await runRelay(["keystore", file], secrets);
    assert.deepEqual([again.code, /it exists already/.test(again.stderr)], [2, true]);
    const none = await runRelay(["keystore", `${file}2`]);
    assert.equal(none.code, 2);
    const phrase = `${file}.phrase`;
    writeFileSync(phrase, "\nnot in the first line\n");
    const empty = await runRelay(["keystore", `${file}2`, "--keystore-passphrase-file", phrase]);
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /has no passphrase in its first line/);
    assert.equal(existsSync(`${file}2`), false);
  });

  it("reports invalid flags before it starts anything", async () => {
    const wrong = [
      ["--prot", "1"],
      ["--port", "70000"],
      ["--node-port", "x"],
      ["--phone", "yes"],
    ] as const;
    for (const [flag, value] of wrong) {
      const child = spawn(process.execPath, [script, flag, value], { cwd: root });
      let errors = "";
      child.stderr.on("data", (chunk) => {
        errors += chunk;
      });
      const [code] = await once(child, "close");
      assert.equal(code, 2);
      assert.match(errors, new RegExp(flag));
      assert.match(errors, /--node-port N/);
    }
  });
});
