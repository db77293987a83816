import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Screen, screens } from "../menu/screens.js";
import { testLog } from "../testing/desk.js";
import { anyGateway, type GatewayOptions, startGateway } from "./server.js";

const body = "text=&phoneNumber=%2B254700000001&sessionId=1";

async function gatewayWith(t: TestContext, options: Partial<GatewayOptions>) {
  const log = testLog();
  const gateway = await startGateway({
    host: "127.0.0.1",
    port: 0,
    answer: async () => "CON hello",
    auth: anyGateway,
    log,
    ...options,
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await gateway.close();
    isClosed = true;
  };
  t.after(close);
  const post = async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(gateway.url, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  return { gateway, post, close, log };
}

describe("the gateway's door", () => {
  it("asks whether a post may come in, and shows who asks the body it came with", async (t) => {
    const seen: string[] = [];
    let answers = 0;
    const { post } = await gatewayWith(t, {
      auth(request, text) {
        seen.push(`${request.method} ${text}`);
        return false;
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

  it("does not show a user what broke inside", async (t) => {
    const { post, log } = await gatewayWith(t, {
      answer: () => Promise.reject(new Error("a secret")),
    });
    assert.deepEqual(await post(), { status: 200, text: screens.unavailable });
    assert.match(log.warnings[0] ?? "", /a secret/);
  });

  it("closes once the posts under way are answered", async (t) => {
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

  it("says when its port is taken", async (t) => {
    const { gateway } = await gatewayWith(t, {});
    const port = Number(new URL(gateway.url).port);
    await assert.rejects(gatewayWith(t, { port }), /EADDRINUSE/);
  });
});
