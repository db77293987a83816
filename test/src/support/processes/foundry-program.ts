/**
 * Names the programs of Foundry's packages. Their launchers in JavaScript take a tenth of a second for
 * each call, and exit with 0 whatever the exit code of the program.
 */

/** Returns the file of a program in `node_modules`, such as `cast`. */
export function foundryProgram(name: string): string {
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  const ending = process.platform === "win32" ? ".exe" : "";
  return `@foundry-rs/${name}-${process.platform}-${cpu}/bin/${name}${ending}`;
}
