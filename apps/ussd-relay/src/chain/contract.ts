/** Defines the ABI, the init code and the errors of `contracts/MicroLoan.sol` and of its forwarder. */
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

/** ABI of the forwarder that executes users' signed requests (ERC-2771). */
export const forwarderAbi = parseAbi([
  "constructor(string name)",
  "struct ForwardRequestData { address from; address to; uint256 value; uint256 gas; uint48 deadline; bytes data; bytes signature; }",
  "function execute(ForwardRequestData request) payable",
  "function nonces(address owner) view returns (uint256)",
  "function verify(ForwardRequestData request) view returns (bool)",
  "event ExecutedForwardRequest(address indexed signer, uint256 nonce, bool success)",
  "error ERC2771ForwarderExpiredRequest(uint48 deadline)",
  "error ERC2771ForwarderInvalidSigner(address signer, address from)",
  "error ERC2771ForwarderMismatchedValue(uint256 requestedValue, uint256 msgValue)",
  "error ERC2771UntrustfulTarget(address target, address forwarder)",
  "error FailedCall()",
]);

/** Name in the EIP-712 domain of users' requests; the version is 1. */
export const forwarderName = "MicroLoan Forwarder";

/** The contract's `LOAN_AMOUNT`, in wei. */
export const loanWei = 10n ** 16n;

/** Revert reason of `applyForLoan()` while a loan is active (specification section 3). */
export const loanActiveReason = "Existing loan active";

export interface Artifact {
  readonly compiler: string;
  /** Names of all compiled sources. */
  readonly sources: readonly string[];
  readonly abi: readonly object[];
  /** Init code without constructor arguments. */
  readonly bytecode: Hex;
}

export interface Artifacts {
  readonly MicroLoan: Artifact;
  readonly ERC2771Forwarder: Artifact;
}

/** Reads the artifacts written by `contracts/compile.mjs`. */
export const readArtifacts = (): Artifacts =>
  JSON.parse(readFileSync(new URL("../../contracts/artifacts.json", import.meta.url), "utf8"));

/** Returns the init code of both contracts; MicroLoan's needs the forwarder's address. */
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

/** Maximum length of a reason, so that the screen around it fits. */
const reasonLengthMax = 80;

/**
 * Decodes a revert: the text of `Error(string)`, the name of one of the contract's errors, or
 * `unknownReason`. The result is one line of characters that every phone can show.
 * @param output return data of the reverted call, or undefined when unknown.
 */
export function revertReason(output: Hex | undefined): string {
  if (output === undefined || output === "0x") return unknownReason;
  try {
    const { errorName, args } = decodeErrorResult({ abi: microLoanAbi, data: output });
    // viem decodes `Error` and `Panic` too, which the ABI does not name.
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
