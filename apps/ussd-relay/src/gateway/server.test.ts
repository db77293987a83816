import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { mustRefuseUpgrades } from "@tandem/runtime";
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
import { monitorPages } from "./monitor.js";
import { CannotListen } from "./server.js";

/** Returns a check whose answer waits until it is released. */
function heldCheck() {
  const check = { runs: 0, run: () => Promise.resolve("ok"), release: () => {} };
  const answer = new Promise<string>((resolve) => {
    check.release = () => resolve("ok");
  });
  check.run = () => {
    check.runs += 1;
    return answer;
  };
  return check;
}

const get = (path: string, header = "") => `GET ${path} HTTP/1.1\r\nHost: relay\r\n${header}\r\n`;

/**
 * Returns a gateway of which addresses that may not post request more pages than the limit, and none
 * is answered yet.
 * @param addressOf returns the address of a connection, by its number from 0.
 */
async function crowd(t: TestContext, addressOf: (connection: number) => string) {
  const check = heldCheck();
  const metrics = async () => ({ text: "", contentType: "text/plain" });
  const monitor = monitorPages({ check: check.run, metrics });
  const [connections, pagesOfEach] = [20, relayLimits.postsMax / 20];
  let arrivals = 0;
  let haveArrived: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    haveArrived = resolve;
  });
  // The server asks for the owner of each path, and of each connection's last path last.
  const owns = (path: string) => {
    if (path === "/last") arrivals += 1;
    if (arrivals === connections) haveArrived();
    return monitor.owns(path);
  };
  const auth = { mayPost: (address: string) => address === "127.0.0.1", isProven: () => true };
  const { gateway, post } = await gatewayWith(t, { auth, monitor: { ...monitor, owns } });
  const text = `${get("/health").repeat(pagesOfEach)}${get("/last")}`;
  const answers: Promise<string>[] = [];
  for (let i = 0; i < connections; i += 1) {
    answers.push(everything(await begin(gateway.url, addressOf(i), text)));
  }
  await arrived;
  /** Answers the pages, and checks that all but a number of them were refused. */
  const answered = async (number: number) => {
    check.release();
    const all = (await Promise.all(answers)).join("");
    const count = (pattern: RegExp) => [...all.matchAll(pattern)].length;
    assert.equal(check.runs, 1);
    assert.equal(count(/HTTP\/1\.1 200 /g), number);
    const refused = connections * pagesOfEach - number;
    assert.equal(count(/HTTP\/1\.1 503 /g), refused);
    assert.equal(count(/Too many pages are requested at once/g), refused);
  };
  return { gateway, post, answered };
}

describe("the server of the gateway", () => {
  it("answers posts to a whole URL, and those with an unknown expectation", async (t) => {
    const { gateway } = await gatewayWith(t, {});
    const post = requestOf(["Host: relay", ...formHeaders], body);
    const last = requestOf(["Host: relay", "Connection: close", ...formHeaders], body);
    const texts = [
      post.replace("/ussd", "HTTP://relay:1/ussd?a=b"),
      post.replace("Host", "Expect: something\r\nHost"),
      last,
    ];
    const answered = await everything(await begin(gateway.url, "127.0.0.1", texts.join("")));
    assert.equal(answered.match(/HTTP\/1.1 200 OK/g)?.length, 3, answered);
  });

  const loses = mustRefuseUpgrades && "this version of Node loses what arrives behind them";
  it("answers posts that request other protocols, those behind them, and all in order", {
    skip: loses,
  }, async (t) => {
    let answers = 0;
    const answer = async (): Promise<Screen> => {
      answers += 1;
      const number = answers;
      // An answer that is not ready when the next post arrives is still the first.
      await new Promise((resolve) => setImmediate(resolve));
      return `CON answer ${number}`;
    };
    const { gateway } = await gatewayWith(t, { answer });
    const upgrade = ["Connection: Upgrade", "Upgrade: h2c"];
    // Node keeps some of so many headers only, unless it is told otherwise.
    const many = Array.from({ length: 2100 }, () => "a:");
    const texts = [...[[], upgrade, upgrade, [], [...upgrade, ...many], ["Connection: close"]]].map(
      (more) => requestOf(["Host: relay", ...more, ...formHeaders], body),
    );
    const answered = await everything(await begin(gateway.url, "127.0.0.1", texts.join("")));
    const screens = [...answered.matchAll(/CON answer \d/g)].map(String);
    assert.deepEqual(
      screens,
      texts.map((_, i) => `CON answer ${i + 1}`),
      answered,
    );
  });

  it("authenticates a post, with its body", async (t) => {
    const seen: string[] = [];
    let answers = 0;
    const { post } = await gatewayWith(t, {
      auth: {
        mayPost: () => true,
        isProven(request, text) {
          seen.push(`${request.method} ${text}`);
          return false;
        },
      },
      answer: async () => {
        answers += 1;
        return "CON hello";
      },
    });
    assert.deepEqual(await post(), { status: 401, text: "END Not allowed." });
    assert.deepEqual(seen, [`POST ${body}`]);
    assert.equal(answers, 0);
  });

  it("does not show internal errors to a user", async (t) => {
    const { post, log } = await gatewayWith(t, {
      answer: () => Promise.reject(new Error("a secret")),
    });
    assert.deepEqual(await post(), { status: 200, text: screens.unavailable });
    assert.match(log.warnings[0] ?? "", /a secret/);
  });

  it("closes once the posts in progress are answered", async (t) => {
    let finish: (screen: Screen) => void = () => {};
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { post, close } = await gatewayWith(t, {
      answer() {
        begin();
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    const answer = post();
    await begun;
    const closed = close();
    await assert.rejects(post());
    finish("END at last");
    assert.deepEqual(await answer, { status: 200, text: "END at last" });
    await closed;
  });

  it("answers an address that may not post before it reads the body", async (t) => {
    let isRead = false;
    const { gateway } = await gatewayWith(t, {
      auth: {
        mayPost: () => false,
        isProven() {
          isRead = true;
          return true;
        },
      },
    });
    const socket = await begin(gateway.url);
    assert.match(await everything(socket), /^HTTP\/1\.1 401 /);
    assert.equal(isRead, false);
  });

  it("answers posts of one address while another waits for more than its share", async (t) => {
    const [connections, postsOfEach] = [11, relayLimits.pipelinedMax];
    let arrivals = 0;
    let haveArrived: () => void = () => {};
    const arrived = new Promise<void>((resolve) => {
      haveArrived = resolve;
    });
    // The server asks about the address of each connection and of each post.
    const mayPost = () => {
      arrivals += 1;
      if (arrivals === connections * (postsOfEach + 1)) haveArrived();
      return true;
    };
    const { gateway, post } = await gatewayWith(t, {
      auth: { mayPost, isProven: () => true },
      answer: ({ sessionId }) =>
        sessionId === "1" ? Promise.resolve("CON hello") : new Promise(() => {}),
    });
    const text = requestOf(["Host: relay", ...formHeaders], body.replace(/1$/, "2"));
    const waiting: Socket[] = [];
    for (let i = 0; i < connections; i += 1) {
      waiting.push(await begin(gateway.url, "127.0.0.2", text.repeat(postsOfEach)));
    }
    await arrived;
    assert.deepEqual(await post(), { status: 200, text: "CON hello" });
    for (const socket of waiting) socket.destroy();
  });

  it("closes a connection with too many requests that are not answered", async (t) => {
    const { gateway, post } = await gatewayWith(t, {});
    const pages = get("/nothing").repeat(relayLimits.pipelinedMax + 1);
    const socket = await begin(gateway.url, undefined, pages);
    assert.equal(await everything(socket), "");
    assert.equal((await post()).status, 200);
  });

  it("answers posts while addresses that may not post wait for more pages than the limit", async (t) => {
    const { post, answered } = await crowd(t, (connection) => `127.0.0.${connection + 2}`);
    assert.deepEqual(await post(), { status: 200, text: "CON hello" });
    await answered(relayLimits.pagesMax);
  });

  it("answers the pages of one address while another waits for more than its share", async (t) => {
    const { gateway, answered } = await crowd(t, () => "127.0.0.2");
    const socket = await begin(gateway.url, "127.0.0.3", get("/metrics", "Connection: close\r\n"));
    assert.match(await everything(socket), /^HTTP\/1\.1 200 /);
    await answered(relayLimits.addressPagesMax);
  });

  it("aborts headers and bodies that do not arrive in time", async (t) => {
    const { gateway } = await gatewayWith(t, {});
    const sockets = await Promise.all([
      begin(gateway.url),
      begin(gateway.url, undefined, ""),
      begin(gateway.url),
      begin(gateway.url, undefined, "POST /ussd HTTP/1.1\r\nX-Slow: "),
    ]);
    // The last two go on sending, which gives them no more time.
    const dripping = setInterval(() => {
      for (const socket of sockets.slice(2)) if (socket.writable) socket.write("a");
    }, 500);
    const answers = await Promise.all(sockets.map(everything));
    clearInterval(dripping);
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 /);
    // Node's limit of a whole request would end the bodies too, later and without a word.
    for (const at of [0, 2]) assert.match(answers[at] ?? "", /Too slow/);
  });

  it("admits addresses that may not post while others hold all their connections, and posts meanwhile", async (t) => {
    const auth = { mayPost: (address: string) => address === "127.0.0.1", isProven: () => true };
    const { gateway, post } = await gatewayWith(t, { auth });
    const open: Socket[] = [];
    for (let i = 0; i < relayLimits.otherConnectionsMax; i += 1) {
      open.push(await begin(gateway.url, `127.0.1.${i % 10}`, "POST"));
    }
    const text = get("/nothing", "Connection: close\r\n");
    for (const address of ["127.0.2.1", "127.0.2.2"]) {
      assert.match(await everything(await begin(gateway.url, address, text)), / 401 /);
    }
    assert.equal((await post()).status, 200);
    for (const socket of open) socket.destroy();
  });

  it("answers a post although two addresses hold all connections with posts that arrive slowly", async (t) => {
    const { gateway, post } = await gatewayWith(t, {});
    const slow: Socket[] = [];
    for (let i = 0; i < relayLimits.postingConnectionsMax; i += 1) {
      slow.push(await begin(gateway.url, i % 2 === 0 ? "127.0.0.2" : "127.0.0.3"));
    }
    assert.deepEqual(await post(), { status: 200, text: "CON hello" });
    await Promise.race(slow.map(everything));
    for (const socket of slow) socket.destroy();
  });

  it("warns of some posts that fail, and no more of the same cause", async (t) => {
    const { post, log } = await gatewayWith(t, {
      answer: () => Promise.reject(new Error("broken")),
    });
    for (let n = 0; n < relayLimits.failureWarningsMax + 5; n += 1) await post();
    assert.equal(log.warnings.length, relayLimits.failureWarningsMax);
  });

  it("refuses a post of another site's page", async (t) => {
    let answers = 0;
    const { gateway } = await gatewayWith(t, {
      answer: async () => {
        answers += 1;
        return "CON hello";
      },
    });
    const { host, port } = new URL(gateway.url);
    const statusOf = async (origin: string, named = host) => {
      const head = [`Host: ${named}`, `Origin: ${origin}`, "Connection: close", ...formHeaders];
      const socket = await begin(gateway.url, undefined, requestOf(head, body));
      return (await everything(socket)).slice(9, 12);
    };
    for (const origin of ["https://evil.example", "null", `http://127.0.0.1:1`, "nonsense"]) {
      assert.equal(await statusOf(origin), "403", origin);
    }
    const rebound = `evil.example:${port}`;
    assert.equal(await statusOf(`http://${rebound}`, rebound), "403");
    assert.equal(answers, 0);
    assert.equal(await statusOf(`http://${host}`), "200");
    assert.equal(await statusOf(`http://localhost:${port}`, `localhost:${port}`), "200");
  });

  it("reports that its port is in use, or that there is no such address", async (t) => {
    const { gateway } = await gatewayWith(t, {});
    const port = Number(new URL(gateway.url).port);
    await assert.rejects(gatewayWith(t, { port }), CannotListen);
    // No name has a part of 64 characters, so nobody is asked for it.
    await assert.rejects(gatewayWith(t, { host: "x".repeat(64) }), (error) => {
      assert.ok(error instanceof CannotListen);
      assert.match(error.message, /^cannot listen on x{64}:0: this machine has no such address/);
      return true;
    });
  });
});
