/** Limits how many requests execute for a tracer at once, since what each of them records takes memory. */
import { Turns, throwIfCancelled } from "@tandem/runtime";
import type { Method } from "../../contract/method.js";
import { clientTracedRequestsMax, tracedRequestsMax } from "../../server/limits.js";
import type { Handler } from "../handler.js";

const turns = new Turns({ max: tracedRequestsMax, clientMax: clientTracedRequestsMax });

/** Returns a handler that waits for its turn, and has it until its answer is written. */
export const inTurn =
  <M extends Method>(handler: Handler<M>): Handler<M> =>
  (node, params, call, filters) =>
    turns.run(
      call.client.id,
      () => throwIfCancelled(call),
      async () => handler(node, params, call, filters),
    );
