/** Writes log lines with pino: JSON, or readable lines on a terminal. */
import { type Palette, paletteOf, printable, printableJson, printableLines } from "@tandem/cli";
import type { Logger } from "@tandem/runtime";
import { pino } from "pino";
import {
  type TransactionFields,
  transactionText,
  withShortForms,
} from "./console/console-lines.js";

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
      const time = palette.dim(new Date().toISOString().slice(timeFrom, timeTo));
      if (message === "transaction") write(transactionText(fields as TransactionFields, palette));
      else if (message === "console.log")
        write(`${time} console.log  ${printable(lineOf(fields))}\n`);
      else write(`${time} ${words} ${printable(message)}${fieldsText(fields, isForReaders)}\n`);
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The place of the time of day in an ISO time. */
const [timeFrom, timeTo] = [11, 23];

const lineOf = (fields: { readonly line?: unknown }) => `${fields.line}`;

/** Returns the fields on one line, and the stack of an error on further lines. */
function fieldsText(fields: object, isForReaders: boolean): string {
  let shown = "";
  let stack = "";
  for (const [name, given] of Object.entries(fields)) {
    if (given === undefined) continue;
    if (name === "error") {
      const { stack: lines, message } = pino.stdSerializers.err(given);
      stack = `\n${printableLines(lines ?? message)}`;
      continue;
    }
    const text = typeof given === "object" ? JSON.stringify(given) : `${given}`;
    const field = printable(`${name}=${isForReaders ? withShortForms(text) : text}`);
    shown += shown === "" ? `  ${field}` : ` ${field}`;
  }
  return `${shown}${stack}`;
}

function levelText(level: Level, { yellow, red }: Palette): string {
  if (level === "warn") return yellow(level);
  return level === "error" ? red(level) : level;
}
