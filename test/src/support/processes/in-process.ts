/** Runs a command line to its end in this process. */
import { PassThrough, type Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** The signals that end an app. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The properties of a stream that is a terminal. */
export interface Terminal {
  readonly isTTY: true;
  readonly columns: number;
}

interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Sets variables of the environment. @returns a function that sets them back. */
function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/**
 * Runs a command that ends by itself. The process keeps its environment, its file mode mask and its handlers of signals.
 * @param run returns the exit code.
 * @param terminal is set on both streams; without it they are no terminal.
 * @param environment variables that the command reads beside those of the process.
 */
export async function runInProcess(
  run: (streams: Streams) => Promise<number>,
  terminal?: Terminal,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stream = () => Object.assign(new PassThrough(), terminal);
  const [out, error] = [stream(), stream()];
  const printed = Promise.all([text(out), text(error)]);
  const mask = process.umask();
  const handlers = new Set<unknown>(endSignals.flatMap((signal) => process.listeners(signal)));
  const setBack = setEnvironment(environment);
  const code = await run({ stdout: out, stderr: error }).finally(() => {
    setBack();
    out.end();
    error.end();
    process.umask(mask);
    for (const signal of endSignals) {
      for (const handler of process.listeners(signal)) {
        if (!handlers.has(handler)) process.off(signal, handler);
      }
    }
  });
  const [stdout, stderr] = await printed;
  return { code, stdout, stderr };
}
