/** The one queue of those who write: a task begins when the one before it has ended. */
export interface Writer {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves once everything queued so far has ended. */
  idle(): Promise<void>;
}

export function createWriter(): Writer {
  let last: Promise<unknown> = Promise.resolve();
  const settled = () => last.then(ignore, ignore);
  return {
    run(task) {
      const mine = settled().then(task);
      last = mine;
      return mine;
    },
    idle: settled,
  };
}

const ignore = () => {};
