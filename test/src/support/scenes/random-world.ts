/**
 * Generates a small world of accounts and contracts, and transactions for it: all kinds of state
 * changes, and all ways of failing.
 */
import { createTx, TransactionType, type TypedTxData } from "@ethereumjs/tx";
import {
  type EOACode7702AuthorizationListBytesItem,
  eoaCode7702SignAuthorization,
} from "@ethereumjs/util";
import {
  type Address,
  concat,
  fromBigInt,
  isEqual,
  keccak256,
  privateKeyToAddress,
  type Receipt,
  type SignedTransaction,
  signHash,
  toHex,
} from "@tandem/primitives";
import type { Seeded } from "../seeded.js";
import { type Contract, type RandomAction, randomAction, type Target } from "./random-action.js";
import { stockCommon } from "./stock-execution.js";

export interface Person {
  readonly key: Uint8Array;
  readonly address: Address;
}

export interface World {
  readonly people: readonly Person[];
  /** Returns a signed transaction, in its wire form. */
  transaction(nonceOf: (address: Address) => bigint): Uint8Array;
  /** Adds the contracts that the transactions created. */
  learn(block: {
    readonly transactions: readonly SignedTransaction[];
    readonly receipts: readonly Receipt[];
  }): void;
}

const born = keccak256(new TextEncoder().encode("Born(address)"));

/** @param isFuzzed whether code of random bytes is deployed too, which may burn what it receives. */
export function createWorld(options: {
  readonly chainId: number;
  readonly random: Seeded;
  readonly people: number;
  readonly minimumGasPrice: bigint;
  readonly isFuzzed: boolean;
}): World {
  const { chainId, random, minimumGasPrice } = options;
  const common = stockCommon(chainId);
  const people = Array.from({ length: options.people }, (_, i): Person => {
    const key = keccak256(concat(new TextEncoder().encode("person"), fromBigInt(i + 1)));
    return { key, address: privateKeyToAddress(key) };
  });
  const contracts: Contract[] = [];
  /** The kinds of creations, by transaction hash. */
  const created = new Map<string, Target>();

  const somebody = () => random.pick(people);
  const withAddress = (address: Address | undefined) =>
    people.find((person) => person.address === address);
  const address = () => {
    if (random.chance(0.1)) return random.bytes(20);
    if (random.chance(0.1)) return concat(new Uint8Array(19), Uint8Array.of(1 + random.int(18)));
    if (random.chance(0.3) && contracts.length > 0) return random.pick(contracts).address;
    return somebody().address;
  };

  const heir = () => (options.isFuzzed ? address() : somebody().address);

  function price(): Partial<TypedTxData> {
    const tip = BigInt(random.int(1_000)) * 1_000_000n;
    if (random.chance(0.5)) return { gasPrice: minimumGasPrice + tip };
    return { maxFeePerGas: minimumGasPrice + tip / 2n, maxPriorityFeePerGas: tip / 3n };
  }

  function authorization(nonceOf: (address: Address) => bigint, sender: Person) {
    const authority = random.chance(0.2) ? sender : somebody();
    const ahead = authority === sender ? 1n : 0n;
    const nonce = nonceOf(authority.address) + (random.chance(0.8) ? ahead : 5n);
    const chain = random.pick([chainId, chainId, 0, 999]);
    const delegate = random.chance(0.2) ? new Uint8Array(20) : address();
    return eoaCode7702SignAuthorization(
      [fromBigInt(chain), delegate, fromBigInt(nonce)],
      authority.key,
    );
  }

  function accessList() {
    return Array.from({ length: random.int(4) }, () => ({
      address: toHex(address()),
      storageKeys: Array.from({ length: random.int(4) }, () =>
        toHex(concat(new Uint8Array(31), Uint8Array.of(random.int(6)))),
      ),
    }));
  }

  function typed(nonceOf: (address: Address) => bigint, sender: Person, action: RandomAction) {
    const prices = price();
    const isMarket = "maxFeePerGas" in prices;
    if (isMarket && action.to !== undefined && random.chance(0.35)) {
      const count = 1 + random.int(3);
      const list: EOACode7702AuthorizationListBytesItem[] = [];
      for (let i = 0; i < count; i++) list.push(authorization(nonceOf, sender));
      return {
        ...prices,
        type: TransactionType.EOACodeEIP7702,
        accessList: accessList(),
        authorizationList: list,
        gasLimit: action.gas + 25_000n * BigInt(count),
      };
    }
    if (isMarket) {
      return { ...prices, type: TransactionType.FeeMarketEIP1559, accessList: accessList() };
    }
    if (random.chance(0.4)) {
      return { ...prices, type: TransactionType.AccessListEIP2930, accessList: accessList() };
    }
    return { ...prices, type: TransactionType.Legacy };
  }

  function transaction(nonceOf: (address: Address) => bigint): Uint8Array {
    const action = randomAction({ random, contracts, address, heir, isFuzzed: options.isFuzzed });
    const sender = (random.chance(0.7) ? withAddress(action.by) : undefined) ?? somebody();
    const isSpoiled = random.chance(0.03);
    const nonce = nonceOf(sender.address) + (isSpoiled ? BigInt(random.int(3)) : 0n);
    const fields = {
      chainId,
      nonce,
      gasLimit: action.gas,
      value: random.chance(0.01) ? 10n ** 30n : action.value,
      data: action.data,
      ...(action.to === undefined ? {} : { to: toHex(action.to) }),
      ...typed(nonceOf, sender, action),
    } as TypedTxData;
    const unsigned = createTx(fields, { common });
    const { r, s, recoveryId } = signHash(unsigned.getHashedMessageToSign(), sender.key);
    const raw = unsigned.addSignature(BigInt(recoveryId), r, s, true).serialize();
    if (action.creates !== undefined) created.set(toHex(keccak256(raw)), action.creates);
    return raw;
  }

  function learn(block: Parameters<World["learn"]>[0]): void {
    for (const [index, receipt] of block.receipts.entries()) {
      const { hash, sender } = block.transactions[index] as SignedTransaction;
      const owner = people.find((person) => isEqual(person.address, sender))?.address ?? sender;
      if (receipt.contractAddress !== undefined && receipt.isSuccess) {
        const target = created.get(toHex(hash)) ?? "unknown";
        contracts.push({ address: receipt.contractAddress, target, owner });
      }
      for (const log of receipt.logs) {
        if (toHex(log.topics[0] ?? born.subarray(1)) !== toHex(born)) continue;
        contracts.push({
          address: (log.topics[1] as Uint8Array).slice(12),
          target: "mortal",
          owner,
        });
      }
    }
  }

  return { people, transaction, learn };
}
