/** Keeps the state of a component in the browser's history. */
import { useState } from "preact/hooks";

/**
 * Returns a state and its setter. The state belongs to the entry of the history, so it is there
 * again when the reader comes back to the page, or loads it again.
 * @param name of the state on its page.
 */
export function useKept<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const kept = (window.history.state ?? {}) as Readonly<Record<string, T | undefined>>;
  const [value, setValue] = useState<T>(kept[name] ?? initial);
  const keep = (next: T) => {
    window.history.replaceState({ ...window.history.state, [name]: next }, "");
    setValue(next);
  };
  return [value, keep];
}
