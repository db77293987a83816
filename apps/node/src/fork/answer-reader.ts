/** Reads HTTP answers of the forked node, and finds the result, the error, or why there is neither. */
import { Fault, type JsonObject } from "@tandem/primitives";
import { contract, errorCodes, fetchReason, RpcError } from "@tandem/rpc";
import { readJsonAnswer } from "../files/read-json-answer.js";
import { forkLimits } from "./limits.js";
import { Nesting } from "./nesting.js";

/** A temporary failure, after which the request is repeated. */
export class Passing extends Error {
  /** The milliseconds that the node asks to wait for. */
  readonly restMs: number;

  /** @param options.cause the node's own error, if it answered with one. */
  constructor(message: string, restMs = 0, options?: ErrorOptions) {
    super(message, options);
    this.restMs = restMs;
  }
}

/** The error codes of services that limit the rate. */
const rateCodes: ReadonlySet<number> = new Set([429, -32029]);

/** The methods whose work depends on their parameters, so that a limit may refuse them for ever. */
const heavyMethods: ReadonlySet<string> = new Set(
  contract.filter((method) => "isHeavy" in method && method.isHeavy).map(({ name }) => name),
);

/** Returns whether an error may pass: the code for a limit may stand for one of the rate or of the work. */
const isOfRate = ({ code }: RpcError, method: string) =>
  rateCodes.has(code) || (code === errorCodes.limit.code && !heavyMethods.has(method));

/** The HTTP statuses of failures that may pass, beside those of servers. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
/** The status with which some nodes send every JSON-RPC error. */
const serverError = 500;

/** The request that an answer must belong to. */
interface SentRequest {
  readonly id: number;
  readonly method: string;
}

type Limits = Readonly<Record<keyof typeof forkLimits, number>>;

/** Limits the bytes and the levels of each answer, and the bytes of all that are being read. */
export class AnswerReader {
  readonly #limits: Limits;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Returns the result of an answer.
   * @throws {RpcError} the error of the node. @throws {Passing}
   * @throws {Fault} `limit-exceeded`, or `execution-failed` for an answer that is final and not JSON-RPC.
   */
  async resultOf(
    response: Response,
    { id, method }: SentRequest,
    address: string,
  ): Promise<unknown> {
    const { status } = response;
    const answer = await this.#read(response);
    const error = answer && errorIn(answer);
    const mayPass = passingStatuses.has(status) || status > serverError;
    if (mayPass || (status === serverError && error === undefined)) {
      throw new Passing(error?.message ?? `HTTP ${status}`, restMsOf(response), { cause: error });
    }
    if (error !== undefined) {
      if (isOfRate(error, method)) throw new Passing(error.message, 0, { cause: error });
      throw error;
    }
    if (status >= 400) {
      const message = `the forked node ${address} answered ${method} with HTTP ${status}${redirectionOf(response)}`;
      throw new Fault({ code: "execution-failed", message });
    }
    if (answer === undefined || !("result" in answer)) {
      throw new Passing(`the answer is not JSON-RPC${redirectionOf(response)}`);
    }
    // A cache between both may give the answer to another request. Some services give none or a text.
    if (answer.id != null && String(answer.id) !== `${id}`) {
      throw new Passing("the answer has the id of another request");
    }
    return answer.result;
  }

  /** @throws {Fault} `limit-exceeded`. @throws {Passing} */
  async #read(response: Response): Promise<JsonObject | undefined> {
    const { answerDepthMax } = this.#limits;
    const nesting = new Nesting();
    let length = 0;
    try {
      return await readJsonAnswer(response, (chunk) => {
        length += chunk.length;
        this.#bytes += chunk.length;
        this.#assertWithin(length);
        if (nesting.exceeds(chunk, answerDepthMax)) {
          throw exceeded("forked-answer-depth", answerDepthMax);
        }
      });
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      throw new Passing(fetchReason(cause));
    } finally {
      this.#bytes -= length;
    }
  }

  #assertWithin(length: number): void {
    const { answerBytesMax, answersBytesMax } = this.#limits;
    if (length > answerBytesMax) throw exceeded("forked-answer-bytes", answerBytesMax);
    if (this.#bytes > answersBytesMax) throw exceeded("forked-answers-bytes", answersBytesMax);
  }
}

/** Returns what is said of an answer from elsewhere: some redirections turn a POST into a GET. */
const redirectionOf = ({ redirected, url }: Response) =>
  redirected ? `; it redirects to ${new URL(url).origin}` : "";

const exceeded = (limit: string, max: number) => new Fault({ code: "limit-exceeded", limit, max });

/** Returns the error of an answer, which some services write as a text. */
function errorIn({ error }: JsonObject): RpcError | undefined {
  if (error === undefined || error === null) return undefined;
  const { code, message, data } = Object(error) as JsonObject;
  const text = typeof error === "string" ? error : message;
  return new RpcError(
    Number.isSafeInteger(code) ? (code as number) : "internal",
    typeof text === "string" ? text : "an error without a message",
    data,
  );
}

/** Returns the milliseconds of the header Retry-After, which has seconds or a date (RFC 9110), at most a limit; 0 without it. */
function restMsOf({ headers }: Response): number {
  const given = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), forkLimits.restReadMaxMs);
}
