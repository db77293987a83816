/**
 * Runs the projects of docs/testing.md: each installs the packed file and the runner, and runs its
 * tests.
 */

export interface GuideProject {
  readonly name: string;
  /** The packages that it installs besides the packed file. */
  readonly packages: readonly string[];
  /** The files of the page. */
  readonly files: readonly string[];
  readonly command: readonly [string, ...string[]];
  readonly says: RegExp;
  /** The oldest version of Node that the runner supports. */
  readonly node: number;
  /** Uses ES modules. */
  readonly isModule?: boolean;
}

const viem = "viem@2.48.0";
/** npm does not always install it for the machine by itself. */
const edr = "@nomicfoundation/edr-linux-x64-gnu";

export const guideProjects: readonly GuideProject[] = [
  {
    name: "vitest",
    packages: ["vitest@3.2.4", viem],
    files: ["vitest.config.js", "fixtures.test.js", "run.test.js"],
    command: ["npx", "vitest", "run"],
    says: /Tests {2}4 passed/,
    node: 20,
    isModule: true,
  },
  {
    name: "Jest",
    packages: ["jest@30.5.2", viem],
    files: ["jest.config.cjs", "payments.jest.cjs"],
    command: ["npx", "jest"],
    says: /Tests: +2 passed, 2 total/,
    node: 20,
  },
  {
    name: "prool",
    packages: ["prool@0.2.16"],
    files: ["pool.mjs"],
    command: ["node", "pool.mjs"],
    says: /^the node is ready$/m,
    node: 22,
  },
  {
    name: "Hardhat 2",
    packages: ["hardhat@2.29.1", "@nomicfoundation/hardhat-ethers@3.1.3", "ethers@6.17.0"],
    files: ["hardhat.config.cjs", "test/payments.cjs"],
    command: ["npx", "hardhat", "test", "--no-compile"],
    says: /1 passing/,
    node: 20,
  },
  {
    name: "Hardhat 3",
    packages: [
      "hardhat@3.18.0",
      "@nomicfoundation/hardhat-node-test-runner@3.1.0",
      `${edr}@0.22.0`,
    ],
    files: ["hardhat.config.js", "test/payments.js"],
    command: ["npx", "hardhat", "test", "nodejs", "--no-compile"],
    says: /1 passing/,
    node: 22,
    isModule: true,
  },
];
