/** The handset: its screen, its reply field, its keys. */
import { type KeyMode, keys, lettersOn, press, type Typed } from "./keypad.js";
import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";

export interface HandsetEvents {
  /** Send was pressed. @param entry what the field held. */
  send(entry: string): void;
  cancel(): void;
}

export interface Shown {
  /** The line above the screen. */
  readonly line: string;
  readonly text: string;
  /** What the field is for; undefined while nothing can be sent. */
  readonly label?: string;
}

export class Handset {
  readonly #screen = part("screen", HTMLDivElement);
  readonly #line = part("line", HTMLSpanElement);
  readonly #clock = part("clock", HTMLSpanElement);
  readonly #label = part("entry-label", HTMLLabelElement);
  readonly #entry = part("entry", HTMLInputElement);
  readonly #modeButton = part("mode", HTMLButtonElement);
  readonly #events: HandsetEvents;
  #mode: KeyMode = "digits";
  #last: Typed["last"];

  constructor(events: HandsetEvents) {
    this.#events = events;
    this.#entry.maxLength = pageLimits.entryLengthMax;
    part("keys", HTMLFieldSetElement).append(...keys.map((key) => this.#keyButton(key)));
    part("handset", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#entry.readOnly) events.send(this.#entry.value.trim());
    });
    part("cancel", HTMLButtonElement).addEventListener("click", () => events.cancel());
    part("erase", HTMLButtonElement).addEventListener("click", () => this.#erase());
    this.#modeButton.addEventListener("click", () => this.#changeMode());
    this.#entry.addEventListener("input", () => {
      this.#last = undefined;
    });
    document.addEventListener("keydown", (event) => this.#hear(event));
  }

  /** Empties the field, and leads the keyboard there unless its user is elsewhere. */
  show({ line, text, label }: Shown): void {
    this.#line.textContent = line;
    this.#screen.textContent = text;
    if (label !== undefined) this.#label.textContent = label;
    this.#entry.readOnly = label === undefined;
    this.fill("");
    const isElsewhere = document.activeElement?.closest(".bench") != null;
    // On a touch screen it would bring up a keyboard over the keys.
    const isTouched = matchMedia("(pointer: coarse)").matches;
    if (!isElsewhere && !isTouched) this.#entry.focus();
  }

  fill(text: string): void {
    this.#entry.value = text;
    this.#last = undefined;
  }

  showClock(text: string): void {
    this.#clock.textContent = text;
  }

  #keyButton(key: string): HTMLButtonElement {
    const button = create("button", {}, create("span", { text: key }));
    button.type = "button";
    const small = create("small", { text: lettersOn(key) });
    small.ariaHidden = "true";
    button.append(small);
    button.addEventListener("click", () => this.#press(key));
    return button;
  }

  #press(key: string): void {
    if (this.#entry.readOnly) return;
    const typed = { text: this.#entry.value, last: this.#last };
    const next = press(typed, { key, mode: this.#mode, atMs: performance.now() });
    this.#entry.value = next.text;
    this.#last = next.last;
  }

  #erase(): void {
    if (!this.#entry.readOnly) this.fill(this.#entry.value.slice(0, -1));
  }

  #changeMode(): void {
    this.#mode = this.#mode === "digits" ? "letters" : "digits";
    this.#last = undefined;
    this.#modeButton.ariaPressed = String(this.#mode === "letters");
  }

  /** Escape ends a session wherever the focus is; other keys are meant for what has it. */
  #hear(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    if (target.closest(".details") !== null) return;
    if (key === "Escape") this.#events.cancel();
    if (target.closest(".bench") !== null) return;
    // The field is asked by its form.
    if (key === "Enter" && target === document.body) part("send", HTMLButtonElement).click();
    else if (key.length === 1 && key !== " ") this.#entry.focus();
  }
}
