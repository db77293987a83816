/** Declares what all connections of a server share. */
import type { Share } from "../../access/share.js";
import type { Limits } from "../../limits.js";
import type { Dispatch } from "../dispatch/dispatch.js";
import type { CallsUnderWay } from "../request/pending-call.js";
import type { MessageSlices } from "./message-slices.js";
import type { Subscriptions } from "./subscriptions.js";
import type { WaitingBytes } from "./waiting-bytes.js";

/** The reason why a connection is cut, as it is logged. */
export type CutReason = "reads too slowly" | "sends too much at once";

export interface SessionSetting {
  readonly dispatch: Dispatch;
  readonly registry: Pick<Subscriptions, "add" | "remove">;
  readonly limits: Limits;
  readonly calls: CallsUnderWay;
  readonly slices: MessageSlices;
  /** Limits the bytes of large messages, and of messages that wait for a time slice. */
  readonly bodiesBytes: Share;
  /** Limits the bytes of answers that are not finished. */
  readonly answersBytes: Share;
  readonly waiting: WaitingBytes;
  /** Limits the bytes that filters and subscriptions hold. */
  readonly heldBytes: Share;
  /** Returns ids for subscriptions. */
  readonly newId: () => string;
  /** Called when a connection has closed, or will close after what was sent. */
  readonly onClosed: () => void;
  /** Called when a connection is cut. */
  readonly onCut: (why: CutReason) => void;
  /** Called when an answer could not be sent completely because of an internal error. */
  readonly onAnswerFailed: (error: unknown) => void;
}
