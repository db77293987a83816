/** Writes log lines with pino: JSON, or readable lines on a terminal. */
import { type Palette, paletteOf, printable, printableJson, printableLines } from "@tandem/cli";
import type { Logger } from "@tandem/runtime";
import { pino } from "pino";
import {
  stackLines,
  type TransactionFields,
  transactionText,
  withShortForms,
} from "./console-lines.js";

export interface LoggerOptions {
  readonly format: "pretty" | "json";
  readonly level: "debug" | "info" | "warn" | "error";
  /** Receives finished lines; standard output except in tests. */
  readonly write: (line: string) => void;
  /** The colours of readable lines; none by default. */
  readonly palette?: Palette;
}

type Level = LoggerOptions["level"];

/** The levels from the lowest to the highest. */
const levels: readonly Level[] = ["debug", "info", "warn", "error"];

export function createLogger(options: LoggerOptions): Logger {
  if (options.format === "pretty") return prettyLogger(options);
  const write = (line: string) => options.write(`${printableJson(line.trimEnd())}\n`);
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(settings, { write });
}

/** Writes readable lines from the fields, without JSON between: the lines of a busy chain are many. */
function prettyLogger({ level: lowest, write, palette = paletteOf(false) }: LoggerOptions): Logger {
  const least = levels.indexOf(lowest);
  const at = (level: Level) => {
    if (levels.indexOf(level) < least) return () => {};
    const words = levelText(level, palette);
    const isForReaders = level === "debug" || level === "info";
    return (fields: object, message: string) => {
      const time = palette.dim(timeText(Date.now()));
      if (message === "transaction") write(transactionText(fields as TransactionFields, palette));
      else if (message === "console.log")
        write(`${time} console.log  ${printable(lineOf(fields))}\n`);
      else write(`${time} ${words} ${eventText(message, fields, isForReaders)}\n`);
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The place of the time of day in an ISO time, without milliseconds. */
const timeFrom = 11;
const timeTo = 20;

let shownSecond = Number.NaN;
let shownTime = "";

/** Returns the time of day in UTC. Many lines may have the same second. */
function timeText(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== shownSecond) {
    shownSecond = second;
    shownTime = new Date(ms).toISOString().slice(timeFrom, timeTo);
  }
  return `${shownTime}${String(ms - second * 1000).padStart(3, "0")}`;
}

const lineOf = (fields: { readonly line?: unknown }) => `${fields.line}`;

/** Returns a message with its fields on one line, and the stack of an error or of a failure on further lines. */
function eventText(message: string, fields: object, isForReaders: boolean): string {
  let shown = message;
  let gap = "  ";
  let stack = "";
  for (const name of Object.keys(fields)) {
    const given: unknown = fields[name as keyof typeof fields];
    if (given === undefined) continue;
    if (name === "stack") {
      stack = stackLines(given as readonly string[])
        .map((line) => `\n${line}`)
        .join("");
      continue;
    }
    if (name === "error") {
      const { stack: lines, message } = pino.stdSerializers.err(given as Error);
      stack = `\n${printableLines(lines ?? message)}`;
      continue;
    }
    const text = typeof given === "object" ? JSON.stringify(given) : `${given}`;
    shown += `${gap}${name}=${isForReaders ? withShortForms(text) : text}`;
    gap = " ";
  }
  return `${printable(shown)}${stack}`;
}

function levelText(level: Level, { yellow, red }: Palette): string {
  if (level === "warn") return yellow(level);
  return level === "error" ? red(level) : level;
}
