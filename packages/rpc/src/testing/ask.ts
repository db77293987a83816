/** Creates the dispatcher over the fake chain, without sockets. */
import { silentLogger } from "@tandem/runtime";
import { refusalsOf } from "../access/access.js";
import { type Client, localClient } from "../access/client.js";
import { createShares } from "../access/shares.js";
import type { Backend } from "../backend/backend.js";
import type { ErrorForm } from "../contract/answer-form.js";
import { defaultLimits, type Limits } from "../limits.js";
import { createDispatch } from "../server/dispatch/dispatch.js";
import { MethodMetrics } from "../server/dispatch/service-counts.js";
import { randomId } from "../server/random-id.js";
import { PendingCall } from "../server/request/pending-call.js";
import { ServedBackend } from "../server/served-backend.js";
import { Announcements } from "../server/sockets/announcements.js";
import { fakeBackend } from "./fake-backend.js";
import { type JsonAnswer, requestText, smallChain } from "./serve.js";

export const { genesis, block } = smallChain();

const clock = { now: () => 0 };

export function dispatcher(
  replaced: Partial<Backend> = {},
  limits: Partial<Limits> = {},
  logger = silentLogger,
  client: Client = localClient,
  errorForm: ErrorForm = "standard",
) {
  const effective = { ...defaultLimits, ...limits };
  const shares = createShares(effective);
  const dispatch = createDispatch({
    errorForm,
    requestLevels: { answered: "debug", refused: "debug" },
    served: new ServedBackend(fakeBackend([genesis, block], replaced)),
    filters: new Announcements({
      clock,
      logger,
      limits: effective,
      newId: randomId,
      shares,
    }).filters,
    refusals: refusalsOf({}),
    limits: effective,
    bodiesBytes: shares.bodiesBytes,
    logger,
    metrics: new MethodMetrics(),
  });
  return async (text: string) => {
    const call = new PendingCall({ limits: effective, answersBytes: shares.answersBytes }, client);
    try {
      return (await dispatch(text, call))?.toString();
    } finally {
      call.release();
    }
  };
}

export const send = dispatcher();

export const ask = async (text: string, to = send) =>
  JSON.parse((await to(text)) ?? "null") as JsonAnswer;

export const call = (method: string, ...params: unknown[]) => ask(requestText(method, params));

export const codeOf = async (text: string, to = send) => (await ask(text, to)).error?.code;

/** The address of an account with a large balance. */
export const address = `0x${"f3".repeat(20)}`;
