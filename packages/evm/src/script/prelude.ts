/**
 * Defines the text that runs in the interpreter before a script: geth's global functions, the objects
 * that a script is given, and the calls of its functions. Nothing outside trusts what it returns: a
 * script can change every object of the language that it uses.
 */

import { scriptMessageLengthMax } from "../limits.js";
import type { ScriptOutcome } from "./messages.js";
import { globalsText } from "./prelude-globals.js";
import { objectsText } from "./prelude-objects.js";

/** Returns the outcome that a text of `open`, `run` or `result` has. */
export function outcomeIn(text: string): ScriptOutcome {
  if (text.startsWith("+")) return { kind: "done", text: text.slice(1) };
  if (text.startsWith("!")) return { kind: "too-long" };
  return { kind: "failed", message: text.slice(1, scriptMessageLengthMax) };
}

/**
 * Evaluates to a function that takes the functions of the host, `bigInt` and the settings, and returns
 * `open`, `run` and `result`. These return a text: `+` with the outcome, `-` with the message of an
 * error, or `!` for a result over its limit.
 *
 * A function of the host or of this text that fails ends the script as geth's do, even if the script
 * catches the error: the first one is kept in `failure`.
 */
export const preludeText = `(function (host, bigInt, resultLengthMax, precompiles) {
  "use strict";
  const { parse, stringify } = JSON;
  const Bytes = Uint8Array;
  const isPrecompile = new Set(precompiles.split(","));
  const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
  const noBytes = new Bytes(0);
  const paddingMax = 1024 * 1024;
  let failure, tracer, methods;
${globalsText}${objectsText}
  /* The events of an execution, by their first member */
  const ofSteps = [log, db], ofEntries = [frame], ofExits = [frameResult];
  const handlers = {
    /* Written without patterns and iterators, which are slow in the interpreter. */
    step(event, bytes) {
      op = event[1];
      if (event[2] !== 0) names[op] = event[2];
      pc = event[3];
      gas = event[4];
      cost = event[5];
      refund = event[6];
      error = event[11] === 0 ? undefined : event[11];
      depth = frames.length;
      current = frames[depth - 1];
      const stack = current.stack, words = event[8], kept = event[7];
      if (stack.length !== kept) stack.length = kept;
      for (let at = 0; at < words.length; at++) stack[kept + at] = words[at];
      if (event[9] !== current.length || event[10].length > 0) {
        current.write(event[9], event[10], bytes);
      }
      call("step", ofSteps);
    },
    fault([, reason]) {
      error = reason;
      call("fault", ofSteps);
    },
    enter(event, bytes) {
      opened = new Frame(event, bytes);
      frames.push(opened);
      if (frames.length > 1 && methods.enter !== undefined) call("enter", ofEntries);
    },
    exit([, gasUsed, [at, count], reason], bytes) {
      frames.pop();
      if (frames.length === 0 || methods.exit === undefined) return;
      ended = { gasUsed, output: bytes.slice(at, at + count), error: reason === 0 ? undefined : reason };
      call("exit", ofExits);
    },
  };
  function run(text, buffer) {
    const bytes = new Bytes(buffer);
    const events = parse(text);
    for (let at = 0; at < events.length && failure === undefined; at++) {
      handlers[events[at][0]](events[at], bytes);
    }
    return outcome("");
  }

  /* The beginning and the end */
  const asFunction = (value) => (typeof value === "function" ? value : undefined);
  function expose(given) {
    if (given === undefined || given === null) {
      throw new TypeError("Cannot convert undefined or null to object");
    }
    tracer = Object(given);
    methods = {};
    for (const name of ["result", "fault", "step", "enter", "exit", "setup"]) {
      methods[name] = asFunction(tracer[name]);
    }
    for (const name of ["result", "fault"]) {
      if (methods[name] === undefined) return "trace object must expose a function " + name + "()";
    }
    if ((methods.enter === undefined) !== (methods.exit === undefined)) {
      return "trace object must expose either both or none of enter() and exit()";
    }
  }
  function open(given, config) {
    try {
      failure = expose(given);
      if (failure === undefined && methods.setup !== undefined) {
        Reflect.apply(methods.setup, tracer, [config]);
      }
    } catch (thrown) {
      failure ??= describe(thrown);
    }
    return outcome(methods?.step === undefined ? "" : "step");
  }
  const decoders = {
    from: fromHex,
    to: fromHex,
    coinbase: fromHex,
    blockHash: fromHex,
    txHash: fromHex,
    value: numberOf,
    gasPrice: numberOf,
  };
  function result(text, buffer) {
    const bytes = new Bytes(buffer);
    const context = parse(text);
    for (const name of ["input", "output"]) {
      if (context[name] === undefined) continue;
      const [at, count] = context[name];
      context[name] = bytes.slice(at, at + count);
    }
    for (const name of Object.keys(decoders)) {
      if (context[name] !== undefined) context[name] = decoders[name](context[name]);
    }
    const value = call("result", [context, db]);
    let json;
    try {
      if (failure === undefined) json = stringify(value) ?? "null";
    } catch (thrown) {
      failure ??= describe(thrown) + inFunction("result");
    }
    if (failure === undefined && json.length > resultLengthMax) return "!";
    return outcome(json);
  }
  return { open, run, result };
})`;
