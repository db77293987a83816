/** Limits how many requests execute for a tracer at once, since what each of them records takes memory. */
import { Turns, throwIfCancelled } from "@tandem/runtime";
import type { Method } from "../../contract/method.js";
import { clientTracedRequestsMax, tracedRequestsMax } from "../../limits.js";
import type { Handler, HandlerResult } from "../handler.js";

const turns = new Turns({ max: tracedRequestsMax, clientMax: clientTracedRequestsMax });

/** Returns a handler that waits for its turn, and has it until its answer is written. */
export const inTurn =
  <M extends Method>(
    handler: (...args: Parameters<Handler<M>>) => Promise<HandlerResult<M>>,
  ): Handler<M> =>
  (...args) => {
    const [, , call] = args;
    return turns.run(
      call.client.id,
      () => throwIfCancelled(call),
      () => handler(...args),
    );
  };
