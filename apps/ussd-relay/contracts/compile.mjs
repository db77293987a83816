// Compiles MicroLoan.sol and the forwarder it trusts, with npm's own build of solc, and writes
// artifacts.json. With --check nothing is written, and the exit code is 1 when that file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import solc from "solc";

const require = createRequire(import.meta.url);
const artifactFile = fileURLToPath(new URL("artifacts.json", import.meta.url));
const forwarder = "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";
const wanted = [
  ["MicroLoan.sol", "MicroLoan"],
  [forwarder, "ERC2771Forwarder"],
];

/** Imported sources are found where npm has installed them. */
const readImport = (name) => {
  try {
    return { contents: readFileSync(require.resolve(name), "utf8") };
  } catch {
    return { error: `${name} is not installed` };
  }
};

function compile() {
  const source = fileURLToPath(new URL("MicroLoan.sol", import.meta.url));
  const input = {
    language: "Solidity",
    sources: {
      "MicroLoan.sol": { content: readFileSync(source, "utf8") },
      [forwarder]: { content: readImport(forwarder).contents },
    },
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      // The same sources result in the same code, in any directory.
      metadata: { appendCBOR: false, bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["abi", "metadata", "evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }));
  const complaints = output.errors ?? [];
  if (complaints.length > 0) {
    throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  return wanted.map(([file, name]) => [name, artifactOf(output.contracts[file][name])]);
}

function artifactOf({ abi, metadata, evm }) {
  const { compiler, sources } = JSON.parse(metadata);
  return {
    compiler: `solc ${compiler.version}`,
    sources: Object.keys(sources).sort(),
    abi,
    bytecode: `0x${evm.bytecode.object}`,
  };
}

const read = () => {
  try {
    return readFileSync(artifactFile, "utf8");
  } catch {
    return undefined;
  }
};

const text = `${JSON.stringify(Object.fromEntries(compile()), null, 2)}\n`;
if (read() !== text) {
  if (process.argv.includes("--check")) {
    process.stdout.write(
      "artifacts.json is stale: run node apps/ussd-relay/contracts/compile.mjs\n",
    );
    process.exitCode = 1;
  } else {
    writeFileSync(artifactFile, text);
    process.stdout.write("artifacts.json written\n");
  }
}
