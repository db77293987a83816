import assert from "node:assert/strict";
import { it } from "node:test";
import { createLogger, type LoggerOptions } from "./logger.js";

function written(format: LoggerOptions["format"], level: LoggerOptions["level"] = "info") {
  const lines: string[] = [];
  const logger = createLogger({ format, level, write: (line) => lines.push(line) });
  return { lines, logger };
}

it("writes one object per line, with level, time, message and fields", () => {
  const { lines, logger } = written("json");
  logger.info({ number: 7 }, "block");
  logger.error({ error: new Error("broken") }, "a request met a defect");
  const [block, defect] = lines.map((line) => JSON.parse(line));
  const { time, ...fields } = block;
  assert.deepEqual(fields, { level: 30, number: 7, msg: "block" });
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.equal(defect.level, 50);
  assert.equal(defect.error.message, "broken");
  assert.ok(lines.every((line) => line.endsWith("\n")));
});

it("writes a readable line for a terminal, and unchanged lines of contracts", () => {
  const { lines, logger } = written("pretty");
  logger.info({ number: 7, gasUsed: "21000" }, "block");
  logger.info({ line: "hello ann" }, "console.log");
  const [block, printed] = lines;
  assert.match(block ?? "", /^\d\d:\d\d:\d\d\.\d{3} info block {2}number=7 gasUsed=21000\n$/);
  assert.match(printed ?? "", /^\d\d:\d\d:\d\d\.\d{3} console\.log {2}hello ann\n$/);
});

it("shows the stack of an error below its line with its causes, and no field without a value", () => {
  const { lines, logger } = written("pretty");
  const error = new Error("broken", { cause: new Error("torn\u001b[2J") });
  logger.error(
    { method: "eth_call", reason: undefined, list: [1], error },
    "a request met a defect",
  );
  const [line = ""] = lines;
  assert.match(
    line,
    /error a request met a defect {2}method=eth_call list=\[1\]\nError: broken\n {2,}at /,
  );
  assert.match(line, /\n {2}caused by: Error: torn\\u001b\[2J\n/);
  assert.doesNotMatch(line, /reason/);
  assert.ok(line.endsWith("\n") && !line.endsWith("\n\n"));
});

it("omits lines below its level", () => {
  for (const format of ["json", "pretty"] as const) {
    const { lines, logger } = written(format, "warn");
    logger.debug({}, "answered");
    logger.info({}, "block");
    logger.warn({}, "careful");
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /careful/);
  }
});
