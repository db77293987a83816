/**
 * Decides whether the node records traces, by the environment variables that OpenTelemetry
 * specifies. The libraries are loaded only then.
 */
import type { Tracing } from "./open-telemetry.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether the environment names a collector of traces. */
export function isTraced(environment: Environment): boolean {
  const of = (name: string) => environment[name]?.trim() ?? "";
  if (of("OTEL_SDK_DISABLED").toLowerCase() === "true") return false;
  if (of("OTEL_TRACES_EXPORTER") === "none") return false;
  return (
    of("OTEL_EXPORTER_OTLP_ENDPOINT") !== "" || of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") !== ""
  );
}

/**
 * @param version of the node, which the spans name.
 * @returns undefined if the environment names no collector of traces.
 */
export async function openTracing(
  environment: Environment,
  version: string,
): Promise<Tracing | undefined> {
  if (!isTraced(environment)) return undefined;
  const { openTelemetry } = await import("./open-telemetry.js");
  return openTelemetry(version);
}
