/** Runs a session with the relay from dialling to its end, and shows it on the handset. */
import {
  type Dialogue,
  newSessionId,
  readDialled,
  readScreen,
  textOf,
  withEntry,
} from "./dialogue.js";
import type { Handset } from "./handset.js";
import { pageLimits } from "./limits.js";
import type { Measures } from "./measures.js";
import { type Answer, post } from "./relay.js";
import { sessionWarning } from "./verdict.js";

interface Session {
  readonly dialogue: Dialogue;
  /** Time of dialling, by `performance.now`. */
  readonly begunMs: number;
}

type Phase =
  | { readonly kind: "idle" }
  | ({ readonly kind: "waiting"; readonly abort: AbortController } & Session)
  | ({ readonly kind: "open" } & Session);

export interface ConversationOptions {
  readonly handset: Handset;
  readonly measures: Measures;
  readonly serviceCode: string;
  /** Returns undefined when the number is invalid. */
  phoneNumber(): string | undefined;
  /**
   * Called after each post, because the session may have sent a transaction.
   * @param isAnswered is false for a post at which the relay may still be at work.
   */
  onPosted(sessionId: string, isAnswered: boolean): void;
}

const numberLabel = "Number";
const replyLabel = "Reply";

const away = "Connection problem.\nThe relay does not answer. Is it running?";
const late = `No answer within ${pageLimits.patienceMs / 1000} s.`;

export class Conversation {
  readonly #options: ConversationOptions;
  #phase: Phase = { kind: "idle" };

  constructor(options: ConversationOptions) {
    this.#options = options;
    setInterval(() => this.#tick(), pageLimits.clockMs);
    this.#rest("Ready", `Dial ${options.serviceCode} and press Send.`);
  }

  send(entry: string): void {
    const phase = this.#phase;
    if (phase.kind === "idle") this.#dial(entry);
    else if (phase.kind === "open") {
      void this.#exchange({ ...phase, dialogue: withEntry(phase.dialogue, entry) });
    }
  }

  /** Cancels the session without a post, as a gateway does, or empties the field. */
  cancel(): void {
    const phase = this.#phase;
    if (phase.kind === "idle") this.#options.handset.fill("");
    else if (phase.kind === "waiting") phase.abort.abort();
    else this.#rest("Cancelled", "Session cancelled.");
  }

  #dial(code: string): void {
    const { handset, serviceCode, phoneNumber } = this.#options;
    const dialled = readDialled(code, serviceCode);
    const number = phoneNumber();
    // Handsets offer the number that was dialled last.
    if (code === "") handset.fill(serviceCode);
    else if (dialled.kind === "unknown") {
      this.#rest("Failed", `Connection problem or invalid code.\nDial ${serviceCode}`);
    } else if (number === undefined) {
      this.#rest("Failed", "Give a phone number in the settings.");
    } else {
      const sessionId = newSessionId((length) => crypto.getRandomValues(new Uint8Array(length)));
      const { entries } = dialled;
      const dialogue = { sessionId, phoneNumber: number, serviceCode, entries };
      void this.#exchange({ dialogue, begunMs: performance.now() });
    }
  }

  async #exchange({ dialogue, begunMs }: Session): Promise<void> {
    const abort = new AbortController();
    this.#phase = { kind: "waiting", dialogue, begunMs, abort };
    this.#options.handset.show({ line: "USSD code running…", text: "" });
    const sentMs = performance.now();
    const answer = await post(dialogue, abort.signal);
    const now = performance.now();
    const spent = { hopMs: now - sentMs, sessionMs: now - begunMs };
    if (answer.kind === "answered") this.#read(answer, { dialogue, begunMs }, spent);
    else this.#giveUp(answer.kind);
    this.#options.onPosted(dialogue.sessionId, answer.kind === "answered");
  }

  #read(
    { status, body }: Extract<Answer, { kind: "answered" }>,
    session: Session,
    spent: { readonly hopMs: number; readonly sessionMs: number },
  ): void {
    const { handset, measures } = this.#options;
    const screen = readScreen(body);
    const problems: string[] = [];
    if (status !== 200) problems.push(`HTTP ${status}: a gateway ends the session.`);
    if (screen.kind === "broken") {
      problems.push("The answer begins with neither CON nor END: a gateway ends the session.");
    }
    if (status === 200 && screen.kind === "open") {
      this.#phase = { kind: "open", ...session };
      handset.show({ line: "Session open", text: screen.text, label: replyLabel });
    } else {
      this.#rest("Session closed", screen.text);
    }
    measures.show({ text: textOf(session.dialogue), screen: screen.text, ...spent }, problems);
  }

  #giveUp(kind: "away" | "late" | "cancelled"): void {
    this.#options.measures.warn([]);
    if (kind === "away") this.#rest("Failed", away);
    else if (kind === "late") this.#rest("Failed", late);
    else this.#rest("Cancelled", "Session cancelled.");
  }

  #rest(line: string, text: string): void {
    this.#phase = { kind: "idle" };
    this.#options.handset.show({ line, text, label: numberLabel });
    this.#options.handset.showClock("");
  }

  #tick(): void {
    if (this.#phase.kind === "idle") return;
    const { handset, measures } = this.#options;
    const sessionMs = performance.now() - this.#phase.begunMs;
    handset.showClock(`${Math.floor(sessionMs / 1000)} s`);
    measures.showSession(sessionMs);
    const isJustOver = sessionMs - pageLimits.sessionMs;
    if (isJustOver > 0 && isJustOver <= pageLimits.clockMs) {
      measures.warn([sessionWarning(sessionMs)]);
    }
  }
}
