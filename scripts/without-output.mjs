// Lets a script that has started services go on when its output cannot be written, as they do themselves: the reader of
// a pipe or the terminal is gone, or a disk is full. Ending at once would leave the services behind.

export function goOnWithoutOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
