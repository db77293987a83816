/** The one queue of those who write: a task begins when the one before it has ended. */
export interface Writer {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves once everything queued so far has ended. */
  idle(): Promise<void>;
  /** Whether a task is queued or running. */
  isBusy(): boolean;
}

export function createWriter(): Writer {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  const settled = () => last.then(ignore, ignore);
  const ended = () => {
    pending--;
  };
  return {
    run(task) {
      pending++;
      const mine = settled().then(task);
      last = mine;
      mine.then(ended, ended);
      return mine;
    },
    idle: settled,
    isBusy: () => pending > 0,
  };
}

const ignore = () => {};
