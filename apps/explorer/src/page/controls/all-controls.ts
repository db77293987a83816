/** Declares the controls of a development chain: their fields and their effects. */
import { toHex } from "@tandem/primitives";
import type { WebSocketClient } from "@tandem/rpc/client";
import { coins, counted, utc } from "../format/amounts.js";
import { links } from "../router.js";
import { addressOf, bytesOf, weiOfCoins, wholeNumber, yesOrNo } from "./parse.js";

export interface ControlField {
  readonly name: string;
  /** The initial text. */
  readonly initial: string;
  readonly isLong?: boolean;
  /** The only possible texts, if they are few. */
  readonly choices?: readonly string[];
}

/** The result of a control, as text. */
export interface Outcome {
  readonly text: string;
  readonly link?: { readonly href: string; readonly name: string };
}

export interface Control {
  readonly id: string;
  readonly title: string;
  /** The text of the button. */
  readonly action: string;
  readonly about: string;
  readonly fields: readonly ControlField[];
  /** @param texts of the fields, by name. @throws for a field or a refusal of the node. */
  run(client: WebSocketClient, texts: Readonly<Record<string, string>>): Promise<Outcome>;
}

const field = (name: string, initial: string, isLong = false): ControlField => ({
  name,
  initial,
  isLong,
});

async function headLink(client: WebSocketClient): Promise<NonNullable<Outcome["link"]>> {
  const head = await client.eth_blockNumber();
  return { href: links.block(head), name: `block ${head}` };
}

const mine: Control = {
  id: "mine",
  title: "Mine blocks",
  action: "Mine",
  about: "Each is merge-mined like any other.",
  fields: [field("Blocks", "1")],
  async run(client, { Blocks = "" }) {
    const blocks = wholeNumber(Blocks, "Blocks");
    await client.hardhat_mine({ blocks });
    return { text: `Mined ${counted(blocks, "block")}; the head is`, link: await headLink(client) };
  },
};

const uncle: Control = {
  id: "uncle",
  title: "Mine an uncle",
  action: "Mine",
  about: "A sibling that loses; the next block lists it.",
  fields: [field("Depth", "0")],
  async run(client, { Depth = "" }) {
    const hash = await client.tandem_mineUncle({ uncle: { depth: wholeNumber(Depth, "Depth") } });
    return { text: "Mined", link: { href: links.block(toHex(hash)), name: "the uncle" } };
  },
};

const branch: Control = {
  id: "branch",
  title: "Mine a branch",
  action: "Mine",
  about: "On the block that is so deep below the head. The longer branch becomes the chain.",
  fields: [field("Depth", "2"), field("Length", "3")],
  async run(client, { Depth = "", Length = "" }) {
    const { hashes, head } = await client.tandem_mineBranch({
      branch: {
        on: { depth: wholeNumber(Depth, "Depth") },
        length: wholeNumber(Length, "Length"),
        transactions: [],
      },
    });
    const last = hashes.at(-1);
    return {
      text: `Mined ${counted(hashes.length, "block")}, which ${head ? "became the chain" : "are not the chain"}; the last is`,
      ...(last === undefined
        ? {}
        : { link: { href: links.block(toHex(last)), name: toHex(last).slice(0, 10) } }),
    };
  },
};

const snapshot: Control = {
  id: "snapshot",
  title: "Take a snapshot",
  action: "Take",
  about: "Of the chain, the pool and the settings.",
  fields: [],
  async run(client) {
    const number = await client.evm_snapshot();
    return { text: `Snapshot ${number} is of`, link: await headLink(client) };
  },
};

const revert: Control = {
  id: "revert",
  title: "Revert to a snapshot",
  action: "Revert",
  about: "The snapshot and later ones are gone afterwards.",
  fields: [field("Snapshot", "1")],
  async run(client, { Snapshot = "" }) {
    const number = BigInt(wholeNumber(Snapshot, "Snapshot"));
    const isDone = await client.evm_revert({ snapshot: number });
    if (!isDone) return { text: `There is no snapshot ${number}.` };
    return { text: `Reverted to snapshot ${number}; the head is`, link: await headLink(client) };
  },
};

const time: Control = {
  id: "time",
  title: "Move the time",
  action: "Move",
  about: "The next block is so many seconds later.",
  fields: [field("Seconds", "3600")],
  async run(client, { Seconds = "" }) {
    const seconds = wholeNumber(Seconds, "Seconds");
    const total = await client.evm_increaseTime({ seconds });
    return { text: `Moved by ${counted(seconds, "second")}, ${total} in all.` };
  },
};

/** The proposed time is a day later than that at which the page was opened. */
const daySeconds = 86_400;

const nextTime: Control = {
  id: "next-time",
  title: "Set the time of the next block",
  action: "Set",
  about: "In Unix seconds, above that of the newest block.",
  fields: [field("Time", `${Math.floor(Date.now() / 1000) + daySeconds}`)],
  async run(client, { Time = "" }) {
    const timestamp = wholeNumber(Time, "Time");
    await client.evm_setNextBlockTimestamp({ timestamp });
    return { text: `The next block is of ${utc(timestamp)}.` };
  },
};

const automine: Control = {
  id: "automine",
  title: "Mine for each transaction",
  action: "Set",
  about: "If not, they wait in the pool until you mine.",
  fields: [{ name: "Automine", initial: "yes", choices: ["yes", "no"] }],
  async run(client, { Automine = "" }) {
    const enabled = yesOrNo(Automine, "Automine");
    await client.evm_setAutomine({ enabled });
    return { text: enabled ? "Transactions are mined when they come." : "Transactions wait." };
  },
};

const faucet: Control = {
  id: "faucet",
  title: "Faucet",
  action: "Add",
  about: "Adds coins to an account.",
  fields: [field("Address", "", true), field("Coins", "100")],
  async run(client, { Address = "", Coins = "" }) {
    const address = addressOf(Address, "Address", Number(await client.eth_chainId()));
    const wei = weiOfCoins(Coins, "Coins");
    await client.anvil_addBalance({ address, wei });
    const hex = toHex(address);
    return { text: `Added ${coins(wei)} to`, link: { href: links.address(hex), name: hex } };
  },
};

const impersonate: Control = {
  id: "impersonate",
  title: "Send as any account",
  action: "Send",
  about: "The node takes the transaction without a signature.",
  fields: [
    field("From", "", true),
    field("To", "", true),
    field("Value in coins", "0"),
    field("Data", "0x", true),
  ],
  async run(client, texts) {
    const chainId = Number(await client.eth_chainId());
    const from = addressOf(texts.From ?? "", "From", chainId);
    const to = addressOf(texts.To ?? "", "To", chainId);
    const value = weiOfCoins(texts["Value in coins"] ?? "", "Value in coins");
    const data = bytesOf(texts.Data ?? "", "Data");
    // The account is impersonated for this transaction only, or still if it was before.
    const transaction = { from, to, value, data };
    const hex = toHex(await client.eth_sendUnsignedTransaction({ transaction }));
    return { text: "Sent", link: { href: links.transaction(hex), name: hex } };
  },
};

export const allControls: readonly Control[] = [
  ...[mine, uncle, branch, snapshot, revert],
  ...[time, nextTime, automine, faucet, impersonate],
];
