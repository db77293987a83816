/** Changes the requests that a page sends over its WebSocket, so that answers fail or come late. */
import type { Page } from "puppeteer-core";
import { eventually } from "../eventually.js";

export interface TamperedPage {
  /** Answers a method with an error, in the node's place. */
  refuse(method: string): Promise<void>;
  /** Ends `refuse`. */
  accept(method: string): Promise<void>;
  /** Keeps requests of a method back. */
  hold(method: string): Promise<void>;
  /** Waits until as many requests of a method are kept back. */
  isHeld(method: string, count: number): Promise<void>;
  /** Sends what was kept back, and waits until the page has handled the answers. */
  release(method: string): Promise<void>;
}

/** Is evaluated in the page. A request is on one line of JSON, as is its answer. */
const script = `(() => {
  const { send } = WebSocket.prototype;
  const refused = new Set();
  const held = new Map();
  WebSocket.prototype.send = function (text) {
    const names = (method) => text.includes('"' + method + '"');
    const waiting = [...held].find(([method]) => names(method));
    if (waiting !== undefined) return void waiting[1].push([this, text]);
    if (![...refused].some(names)) return send.call(this, text);
    const parsed = JSON.parse(text);
    const answers = [parsed].flat().map(({ id, method }) => {
      return { jsonrpc: "2.0", id, error: { code: -32000, message: "refused " + method } };
    });
    const data = JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
    setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
  };
  const answered = (socket, text) => new Promise((resolve) => {
    const { id } = [JSON.parse(text)].flat()[0];
    socket.addEventListener("message", function listen({ data }) {
      if ([JSON.parse(data)].flat()[0].id !== id) return;
      socket.removeEventListener("message", listen);
      // Handlers of the answer run before the next task.
      setTimeout(resolve);
    });
    send.call(socket, text);
  });
  window.tampering = {
    refuse: (method) => void refused.add(method),
    accept: (method) => void refused.delete(method),
    hold: (method) => void held.set(method, []),
    count: (method) => held.get(method)?.length ?? 0,
    async release(method) {
      const sent = held.get(method) ?? [];
      held.delete(method);
      await Promise.all(sent.map(([socket, text]) => answered(socket, text)));
    },
  };
})()`;

/** Begins to change what a loaded page sends. */
export async function tamperWith(page: Page): Promise<TamperedPage> {
  await page.evaluate(script);
  const change = (name: keyof TamperedPage) => async (method: string) => {
    await page.evaluate(`window.tampering.${name}(${JSON.stringify(method)})`);
  };
  return {
    refuse: change("refuse"),
    accept: change("accept"),
    hold: change("hold"),
    isHeld: (method, count) =>
      eventually(
        `${count} requests of ${method}`,
        async () =>
          (await page.evaluate(`window.tampering.count(${JSON.stringify(method)})`)) === count,
      ).then(() => {}),
    release: change("release"),
  };
}
