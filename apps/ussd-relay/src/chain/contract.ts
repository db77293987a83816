/** The contract of `contracts/MicroLoan.sol` as the relay uses it: calls out, answers and errors in. */
import { readFileSync } from "node:fs";
import { decodeErrorResult, encodeDeployData, type Hex, parseAbi } from "viem";

export const microLoanAbi = parseAbi([
  "constructor(address trustedForwarder)",
  "function LOAN_AMOUNT() view returns (uint256)",
  "function applyForLoan()",
  "function contributions(address lender) view returns (uint256)",
  "function deposit() payable",
  "function fundPool() payable",
  "function getBalance(address user) view returns (uint256)",
  "function isTrustedForwarder(address forwarder) view returns (bool)",
  "function liabilities() view returns (uint256)",
  "function loans(address borrower) view returns (uint256)",
  "function pool() view returns (uint256)",
  "function repayLoan()",
  "function transfer(address to, uint256 amount)",
  "function trustedForwarder() view returns (address)",
  "function withdraw(uint256 amount)",
  "function withdrawFromPool(uint256 amount)",
  "event Deposited(address indexed user, uint256 amount)",
  "event LoanIssued(address indexed borrower, uint256 amount)",
  "event LoanRepaid(address indexed borrower, uint256 amount)",
  "event PoolFunded(address indexed lender, uint256 amount)",
  "event PoolWithdrawn(address indexed lender, uint256 amount)",
  "event Transferred(address indexed from, address indexed to, uint256 amount)",
  "event Withdrawn(address indexed user, uint256 amount)",
  "error InsufficientBalance(uint256 balance, uint256 needed)",
  "error InsufficientContribution(uint256 contribution, uint256 needed)",
  "error InsufficientPool(uint256 pool, uint256 needed)",
  "error InvalidRecipient(address recipient)",
  "error NoActiveLoan()",
  "error PaymentFailed(address recipient)",
  "error ZeroAmount()",
]);

/** Of the forwarder users' signed requests come through (ERC-2771). */
export const forwarderAbi = parseAbi([
  "constructor(string name)",
  "struct ForwardRequestData { address from; address to; uint256 value; uint256 gas; uint48 deadline; bytes data; bytes signature; }",
  "function execute(ForwardRequestData request) payable",
  "function nonces(address owner) view returns (uint256)",
  "function verify(ForwardRequestData request) view returns (bool)",
  "error ERC2771ForwarderExpiredRequest(uint48 deadline)",
  "error ERC2771ForwarderInvalidSigner(address signer, address from)",
  "error ERC2771ForwarderMismatchedValue(uint256 requestedValue, uint256 msgValue)",
  "error ERC2771UntrustfulTarget(address target, address forwarder)",
  "error FailedCall()",
]);

/** Name in the domain of what users sign (EIP-712); its version is 1. */
export const forwarderName = "MicroLoan Forwarder";

/** The contract's `LOAN_AMOUNT`. */
export const loanWei = 10n ** 16n;

/** What an active loan makes `applyForLoan()` revert with (specification section 3). */
export const loanActiveReason = "Existing loan active";

export interface Artifact {
  readonly compiler: string;
  /** Names of every source that went in. */
  readonly sources: readonly string[];
  readonly abi: readonly object[];
  /** Init code without constructor arguments. */
  readonly bytecode: Hex;
}

export interface Artifacts {
  readonly MicroLoan: Artifact;
  readonly ERC2771Forwarder: Artifact;
}

/** What `contracts/compile.mjs` last wrote. */
export const readArtifacts = (): Artifacts =>
  JSON.parse(readFileSync(new URL("../../contracts/artifacts.json", import.meta.url), "utf8"));

/** Init code of both contracts; the second needs the address of the first. */
export function initCodes(artifacts: Artifacts) {
  return {
    forwarder: encodeDeployData({
      abi: forwarderAbi,
      bytecode: artifacts.ERC2771Forwarder.bytecode,
      args: [forwarderName],
    }),
    microLoan: (forwarder: Hex) =>
      encodeDeployData({
        abi: microLoanAbi,
        bytecode: artifacts.MicroLoan.bytecode,
        args: [forwarder],
      }),
  };
}

export const unknownReason = "unknown reason";

/** The longest reason that still leaves room for the sentence around it. */
const reasonLengthMax = 80;

/**
 * Why a call reverted: the text of `Error(string)`, the name of one of the contract's own errors,
 * or `unknownReason`. In characters every phone has, on one line.
 * @param output what the reverted call returned; undefined when it is not known.
 */
export function revertReason(output: Hex | undefined): string {
  if (output === undefined || output === "0x") return unknownReason;
  try {
    const { errorName, args } = decodeErrorResult({ abi: microLoanAbi, data: output });
    // `Error` and `Panic` are decoded too, though the ABI does not name them.
    const name: string = errorName;
    const [first] = (args ?? []) as readonly unknown[];
    if (name === "Error") return plain(String(first));
    return name === "Panic" ? `Panic ${first}` : name;
  } catch {
    return unknownReason;
  }
}

const plain = (text: string) =>
  text.replace(/[^A-Za-z0-9 .,:;!?'()/+-]/g, "?").slice(0, reasonLengthMax);
