/** Controls the handset: its screen, its entry field and its keys. */
import { type KeyMode, keys, lettersOn, press, type Typed } from "./keypad.js";
import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";

export interface HandsetEvents {
  /** Called when Send is pressed. @param entry content of the field. */
  send(entry: string): void;
  cancel(): void;
}

export interface Shown {
  /** The line above the screen. */
  readonly line: string;
  readonly text: string;
  /** Label of the field; undefined while nothing can be sent. */
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
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows a screen and empties the field, which gets the focus unless the settings have it. */
  show({ line, text, label }: Shown): void {
    this.#line.textContent = line;
    this.#screen.textContent = text;
    if (label !== undefined) this.#label.textContent = label;
    this.#entry.readOnly = label === undefined;
    this.fill("");
    const isElsewhere = document.activeElement?.closest(".bench") != null;
    // On a touch screen the focus would open a keyboard over the keys.
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

  /** Handles keys: Escape always cancels; other keys go to the field unless the settings have the focus. */
  #onKey(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    if (target.closest(".details") !== null) return;
    if (key === "Escape") this.#events.cancel();
    if (target.closest(".bench") !== null) return;
    // In the field, Enter submits the form.
    if (key === "Enter" && target === document.body) part("send", HTMLButtonElement).click();
    else if (key.length === 1 && key !== " ") this.#entry.focus();
  }
}
