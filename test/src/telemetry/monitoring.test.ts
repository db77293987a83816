/** Tests the dashboard and the alert rules against a node's metrics and Prometheus' own tool. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { fileOf } from "../support/guide.js";
import { startLocalNode } from "../support/local-node.js";

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../docs/monitoring/${name}`, import.meta.url));
const rules = readFileSync(pathOf("alerts.yml"), "utf8");
const dashboard = readFileSync(pathOf("grafana.json"), "utf8");

const namesIn = (text: string) =>
  new Set(text.match(/\b(?:tandem|process|nodejs)_[a-z0-9_]+/g) ?? []);

it("the dashboard and the alerts name metrics that a node exports, and the dashboard has all of its own", async () => {
  const node = await startLocalNode();
  try {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const shown = namesIn(dashboard);
    for (const name of [...shown, ...namesIn(rules)]) assert.ok(exported.has(name), name);
    for (const name of exported) {
      assert.ok(!name?.startsWith("tandem_") || shown.has(name), `${name} is in no panel`);
    }
  } finally {
    await node.stop();
  }
});

const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;

describe("promtool", {
  skip: hasPromtool ? false : "promtool (package prometheus) is not installed",
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-rules-"));
  after(() => rmSync(folder, { recursive: true }));
  copyFileSync(pathOf("alerts.yml"), join(folder, "alerts.yml"));

  function promtool(...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
    return stdout;
  }

  it("accepts the rules, and the configuration of the page", () => {
    const count = rules.match(/- alert:/g)?.length;
    assert.match(promtool("check", "rules", "alerts.yml"), new RegExp(`${count} rules found`));
    writeFileSync(join(folder, "prometheus.yml"), fileOf("operations.md", "prometheus.yml"));
    promtool("check", "config", "prometheus.yml");
  });

  it("fires the alerts when it should, and not before", () => {
    const series = (name: string, values: string, more = "") => ({
      series: `${name}{job="tandem",instance="n"${more}}`,
      values,
    });
    const critical = ["TandemDown", "TandemNotReady"];
    const at = (minutes: number, alertname: string, isFiring: boolean) => ({
      eval_time: `${minutes}m`,
      alertname,
      exp_alerts: isFiring
        ? [
            {
              exp_labels: {
                severity: critical.includes(alertname) ? "critical" : "warning",
                ...labelsOf(alertname),
              },
            },
          ]
        : [],
    });
    const labelsOf = (alertname: string) =>
      ["TandemSlow", "TandemRefusals"].includes(alertname)
        ? { instance: "n" }
        : { job: "tandem", instance: "n" };
    const tests = {
      rule_files: ["alerts.yml"],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: [
            series("up", "1x5 0x20"),
            series("tandem_ready", "1x5 0x20"),
            series("tandem_head_number", "1+1x5 6x25"),
            series("tandem_pool_transactions", "0x5 3x25"),
            series("tandem_disk_free_bytes", "5000000000x5 1000x20"),
          ],
          alert_rule_test: [
            at(5, "TandemDown", false),
            at(8, "TandemDown", true),
            at(5, "TandemNotReady", false),
            at(9, "TandemNotReady", true),
            at(10, "TandemTransactionsWait", false),
            at(24, "TandemTransactionsWait", true),
            at(6, "TandemDiskLow", false),
            at(12, "TandemDiskLow", true),
          ],
        },
        {
          interval: "1m",
          input_series: [
            series("tandem_requests_total", "0+600x30", ',outcome="refused"'),
            series("tandem_request_seconds_total", "0+600x30"),
          ],
          alert_rule_test: [
            at(5, "TandemRefusals", false),
            at(20, "TandemRefusals", true),
            at(5, "TandemSlow", false),
            at(20, "TandemSlow", true),
          ],
        },
      ],
    };
    // A JSON document is also YAML.
    writeFileSync(join(folder, "test.yml"), withoutAnnotations(tests));
    promtool("test", "rules", "test.yml");
  });
});

/** Adds the annotations of the file of rules, because the tool compares them too. */
function withoutAnnotations(tests: object): string {
  return JSON.stringify(tests, (key, value: unknown) => {
    if (key !== "alert_rule_test") return value;
    return (value as { alertname: string; exp_alerts: object[] }[]).map((one) => ({
      ...one,
      exp_alerts: one.exp_alerts.map((alert) => ({
        ...alert,
        exp_annotations: annotationsOf(one.alertname),
      })),
    }));
  });
}

function annotationsOf(alertname: string) {
  const block = rules.split("- alert: ").find((one) => one.startsWith(`${alertname}\n`)) ?? "";
  const textOf = (name: string) =>
    (JSON.parse(new RegExp(`${name}: (".*")`).exec(block)?.[1] ?? '""') as string).replace(
      "{{ $labels.instance }}",
      "n",
    );
  return { summary: textOf("summary"), description: textOf("description") };
}
