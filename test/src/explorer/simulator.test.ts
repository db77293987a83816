/** Tests that the explorer runs scenarios of the simulator, and shows the results of a run. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { dropFile, noBrowser, takePicture } from "../support/browser/browser.js";
import type { Explorer } from "../support/browser/explorer.js";
import { withExplorer } from "../support/browser/explorer-scene.js";
import { runHere } from "../support/local-node.js";

const scenarioFolder = new URL("../../../packages/simulator/scenarios/", import.meta.url);
const hostile = '<img src=x onerror="document.title=1">';

const scenario = {
  about: "Two pools that merge-mine, and the blocks they find.",
  seed: 3,
  stop: { childBlocks: 600 },
  child: { startIntervalSeconds: 24 },
  pools: [
    { name: "north", share: 0.6 },
    { name: "south", share: 0.4 },
  ],
  expect: { "child.unclesPerBlock": { max: 0.9 }, "bitcoin.mined": { min: 10 } },
};
const unmet = { ...scenario, expect: { ...scenario.expect, "bitcoin.mined": { min: 1_000_000 } } };

describe("results of the simulator in the explorer", { skip: noBrowser }, () => {
  const { opened: open } = withExplorer();
  let folder: string;
  let results: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "tandem-results-"));
    const file = join(folder, "pools.json");
    writeFileSync(file, JSON.stringify(scenario));
    await runHere(["simulate", file, "--quiet", "--out", folder]);
    results = readFileSync(join(folder, "results.json"), "utf8");
  });
  after(async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  async function opened(t: TestContext): Promise<Explorer> {
    const explorer = await open(t);
    await explorer.go("/simulator", /^Simulator$/);
    await explorer.page.waitForSelector("#results-file");
    return explorer;
  }
  const scenarioCard = "[aria-labelledby=scenario]";
  const scenarioText = "document.querySelector('#scenario-text')";
  /** Replaces the JSON of the scenario, and clicks on "Run". */
  async function run(explorer: Explorer, text: string): Promise<void> {
    await explorer.ask(`(() => {
      ${scenarioText}.value = ${JSON.stringify(text)};
      ${scenarioText}.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await explorer.click(`${scenarioCard} [type=submit]`);
  }
  const drop = ({ page }: Explorer, text: string) => dropFile(page, ".drop", text);
  /** Moves the pointer over an element. @param share of its width, from the left. */
  const pointAt = (explorer: Explorer, selector: string, share: number) =>
    explorer.ask(`(() => {
      const element = document.querySelector("${selector}");
      const { left, width } = element.getBoundingClientRect();
      element.dispatchEvent(new PointerEvent("pointermove", { clientX: left + ${share} * width }));
    })()`);

  it("come from a scenario that is run in the page, to the bytes of the command", async (t) => {
    const explorer = await opened(t);
    const outcome = `${scenarioCard} .outcome`;
    await run(explorer, JSON.stringify(unmet));
    await explorer.shows(outcome, /^The run is complete. An expectation is not met/);
    const expectations = "[aria-label=Expectations]";
    await explorer.shows(expectations, /✗ not as expected: bitcoin\.mined is/);
    await run(explorer, JSON.stringify(scenario));
    await explorer.shows(outcome, /^The run is complete. Every expectation is met/);
    await explorer.shows(expectations, /✓ as expected: bitcoin\.mined is/);
    await explorer.shows("[aria-labelledby=run]", /Seed 3/);
    await explorer.comesTo("document.querySelectorAll('.chart h2').length", 5);
    await explorer.ask(`URL.createObjectURL = (blob) => {
      blob.text().then((text) => { globalThis.saved = text; });
      return "#/simulator";
    }`);
    await explorer.click(`${scenarioCard} [type=button]`);
    await explorer.comesTo("globalThis.saved !== undefined", true);
    assert.equal(await explorer.ask("globalThis.saved"), results);
  });

  it("come from every built-in scenario, as it is in its file", async (t) => {
    const explorer = await opened(t);
    const options = "[...document.querySelectorAll('#scenario-name option')]";
    const names = await explorer.ask<string[]>(`${options}.map((option) => option.value)`);
    const files = readdirSync(scenarioFolder).filter((file) => file.endsWith(".json"));
    assert.deepEqual(names.map((name) => `${name}.json`).sort(), files.sort());
    for (const name of names) {
      const text = readFileSync(new URL(`${name}.json`, scenarioFolder), "utf8");
      await explorer.page.select("#scenario-name", name);
      await explorer.comesTo(`${scenarioText}.value === ${JSON.stringify(text)}`, true);
    }
  });

  it("come from no text that is not a scenario, and from no run that is stopped", async (t) => {
    const explorer = await opened(t);
    const outcome = `${scenarioCard} .outcome`;
    await run(explorer, "{");
    await explorer.shows(outcome, /^The scenario is not JSON: /);
    await run(explorer, JSON.stringify({ ...scenario, pools: 1 }));
    await explorer.shows(outcome, /^scenario: .*expected array.* at pools/);
    await run(explorer, JSON.stringify({ ...scenario, stop: { hours: 700_000 } }));
    await explorer.comesTo("document.querySelector('progress')?.value > 0", true);
    await explorer.click(`${scenarioCard} [type=submit]`);
    await explorer.shows(outcome, /^Stopped/);
    await explorer.comesTo("document.querySelectorAll('progress, .chart').length", 0);
  });

  it("are five charts with values at a position, by keyboard and by pointer", async (t) => {
    const explorer = await opened(t);
    await drop(explorer, results);
    await explorer.shows("[aria-labelledby=run]", /Seed 3/);
    const titles = "[...document.querySelectorAll('.chart h2')].map((title) => title.innerText)";
    await explorer.comesTo(`${titles}.length`, 5);
    assert.deepEqual(await explorer.ask<string[]>(titles), [
      "Uncle rate",
      "Seconds between blocks of the merge-mined chain",
      "Difficulty of both chains",
      "Depth of reorgs",
      "Hash power and revenue of each pool on the merge-mined chain",
    ]);
    await takePicture(explorer.page, "explorer-simulator");
    const shares = "[aria-labelledby=chart-shares]";
    await explorer.shows(`${shares} .values`, /^pool north: hash power that merge-mines 60\.0, /);
    await explorer.ask(`document.querySelector('${shares} input[type=range]').focus()`);
    await explorer.page.keyboard.press("ArrowRight");
    await explorer.shows(`${shares} .values`, /^pool south: hash power that merge-mines 40\.0, /);
    await pointAt(explorer, `${shares} svg`, 0.25);
    await explorer.shows(`${shares} .values`, /^pool north/);
    await pointAt(explorer, `${shares} svg`, 0.75);
    await explorer.shows(`${shares} .values`, /^pool south/);
  });

  it("are charts whose series can be hidden, and which can be zoomed", async (t) => {
    const explorer = await opened(t);
    await drop(explorer, results);
    const chart = "[aria-labelledby=chart-difficulty]";
    await explorer.shows(`${chart} .values`, /^time \(hours\) \S+: Bitcoin 1, merge-mined chain /);
    await explorer.click(`${chart} .series input`);
    await explorer.shows(`${chart} .values`, /^time \(hours\) \S+: merge-mined chain /);
    await explorer.comesTo(`document.querySelectorAll('${chart} polyline').length`, 1);
    const points = `document.querySelector('${chart} polyline').getAttribute("points").split(" ").length`;
    const all = await explorer.ask<number>(points);
    await explorer.click(`${chart} summary`);
    const from = `document.querySelectorAll('${chart} input[type=range]')[1]`;
    await explorer.ask(`${from}.focus()`);
    for (let i = 0; i < 10; i++) await explorer.page.keyboard.press("PageUp");
    await explorer.comesTo(`${points} > 0 && ${points} < ${all}`, true);
    assert.match(await explorer.ask(`${from}.getAttribute("aria-valuetext")`), /^\d/);
  });

  it("have text of the same size on a phone and on a wide screen, which does not cover other text", async (t) => {
    const explorer = await opened(t);
    await drop(explorer, results);
    for (const width of [360, 1400]) {
      await explorer.page.setViewport({ width, height: 900 });
      const scale = "svg.getBoundingClientRect().width / svg.viewBox.baseVal.width";
      const charts = "[...document.querySelectorAll('.chart svg')]";
      await explorer.comesTo(`${charts}.every((svg) => Math.abs(${scale} - 1) < 0.01)`, true);
      const covered = await explorer.ask<string[]>(`${charts}.flatMap((svg) => {
        const texts = [...svg.querySelectorAll("text:not(.over)")];
        const boxes = texts.map((text) => text.getBoundingClientRect());
        const covers = (a, b) =>
          a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
        return texts.filter((_, i) => boxes.some((box, j) => j < i && covers(box, boxes[i])))
          .map(({ textContent }) => textContent);
      })`);
      assert.deepEqual(covered, [], `${width} pixels`);
    }
  });

  it("are text, accessible, and distinguished from other files", async (t) => {
    const explorer = await opened(t);
    await explorer.page.evaluate(axeSource);
    await drop(explorer, "{");
    await explorer.shows(".drop [role=status]", /^The file is not JSON/);
    await drop(explorer, JSON.stringify({ ...JSON.parse(results), pools: 1 }));
    await explorer.shows(
      ".drop [role=status]",
      /^The file is not results.json of the simulator: pools/,
    );
    // No run has a pool of this name, but a file can.
    await drop(explorer, results.replaceAll("north", JSON.stringify(hostile).slice(1, -1)));
    await explorer.shows("[aria-labelledby=chart-shares] .values", /^pool <img src=x/);
    await explorer.shows("[aria-label=Expectations]", /✓ as expected: child\.unclesPerBlock is/);
    for (const value of ["dark", "light"]) {
      await explorer.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await assertUsable(explorer.page);
    }
    await explorer.comesTo("document.querySelectorAll('img, main script').length", 0);
    await explorer.comesTo("document.title", "Simulator – Tandem explorer");
  });
});
