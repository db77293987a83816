/**
 * Undoes changes to maps back to a mark. The cost is that of the changes since the mark, and a mark
 * costs nothing: a contract that calls a thousand others pays only for its writes.
 */
interface Change {
  readonly map: Map<string, unknown>;
  readonly key: string;
  readonly previous: unknown;
  readonly wasPresent: boolean;
}

export class UndoLog {
  readonly #changes: Change[] = [];
  readonly #marks: number[] = [];

  set<Value>(map: Map<string, Value>, key: string, value: Value): void {
    if (this.#marks.length > 0) {
      const previous = map.get(key);
      const wasPresent = previous !== undefined || map.has(key);
      this.#changes.push({ map: map as Map<string, unknown>, key, previous, wasPresent });
    }
    map.set(key, value);
  }

  mark(): void {
    this.#marks.push(this.#changes.length);
  }

  /** Drops the last mark and keeps the changes since. */
  keep(): void {
    this.#marks.pop();
    if (this.#marks.length === 0) this.#changes.length = 0;
  }

  /** Undoes the changes since the last mark, and drops the mark. */
  undoChanges(): void {
    const mark = this.#marks.pop() ?? 0;
    for (let i = this.#changes.length - 1; i >= mark; i--) {
      const { map, key, previous, wasPresent } = this.#changes[i] as Change;
      if (wasPresent) map.set(key, previous);
      else map.delete(key);
    }
    this.#changes.length = mark;
  }
}
