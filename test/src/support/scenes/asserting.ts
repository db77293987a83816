/** Returns code that fails unless the instructions leave a word that is not zero. */
export function asserting(instructions: string): string {
  const target = (instructions.length / 2 + 4).toString(16).padStart(2, "0");
  return `0x${instructions}60${target}57fe5b00`;
}
