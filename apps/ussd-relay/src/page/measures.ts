/** Shows the measurements of the last answer and the warnings that follow from them. */
import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";
import { describeLength, type Hop, warningsOf } from "./verdict.js";

export class Measures {
  readonly #characters = part("characters", HTMLElement);
  readonly #hop = part("hop", HTMLElement);
  readonly #session = part("session", HTMLElement);
  readonly #posted = part("posted", HTMLElement);
  readonly #warnings = part("warnings", HTMLUListElement);

  /** @param further warnings beside those derived from the measurements. */
  show(hop: Hop, further: readonly string[]): void {
    this.#characters.textContent = describeLength(hop.screen);
    this.#hop.textContent = `${Math.round(hop.hopMs)} ms`;
    this.#posted.textContent = hop.text === "" ? "(empty)" : hop.text;
    this.showSession(hop.sessionMs);
    this.warn([...further, ...warningsOf(hop)]);
  }

  showSession(sessionMs: number): void {
    const [spent, all] = [sessionMs, pageLimits.sessionMs].map((ms) => Math.floor(ms / 1000));
    this.#session.textContent = `${spent} s of ${all} s`;
  }

  warn(warnings: readonly string[]): void {
    this.#warnings.replaceChildren(...warnings.map((text) => create("li", { text })));
  }
}
