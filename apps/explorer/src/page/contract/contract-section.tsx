/** Reads and writes a contract whose ABI is known. The code is loaded on demand. */
import type { AbiFunction } from "viem";
import { formatAbiItem } from "viem/utils";
import { readAbi } from "../../abi/read-abi.js";
import { keepAbi, keptAbis } from "../abi/kept-abis.js";
import { FileInput } from "../parts/file-input.js";
import { FunctionForm } from "./function-form.js";
import { isRead } from "./run-function.js";

/** @param props.address in lower-case hex. */
export function ContractSection({ address }: { readonly address: string }) {
  const abi = keptAbis.value[address];
  const functions = (abi?.items ?? []).filter(
    (item): item is AbiFunction => item.type === "function",
  );
  return (
    <>
      <AbiInput address={address} name={abi?.name} />
      {functions.length > 0 && (
        <>
          <h3>Read</h3>
          {functions.filter(isRead).map((item) => (
            <FunctionForm key={formatAbiItem(item)} item={item} address={address} />
          ))}
          <h3>Write, with a wallet in this browser</h3>
          {functions
            .filter((item) => !isRead(item))
            .map((item) => (
              <FunctionForm key={formatAbiItem(item)} item={item} address={address} />
            ))}
        </>
      )}
    </>
  );
}

interface AbiInputProps {
  readonly address: string;
  /** The name of the stored file. */
  readonly name: string | undefined;
}

/** Reads the file with the ABI, selected or dropped. */
function AbiInput({ address, name }: AbiInputProps) {
  const take = (text: string, file: string) =>
    keepAbi(address, { name: file, items: readAbi(text) });
  return (
    <FileInput id="abi-file" legend="ABI of this contract" accept=".json" take={take}>
      <p class="note">
        {name === undefined
          ? "Choose or drop an artifact of Hardhat or Foundry, or an ABI. It stays in this browser."
          : `${name} is kept in this browser, and decodes input, logs and errors too.`}
      </p>
      {name !== undefined && (
        <button type="button" onClick={() => keepAbi(address, undefined)}>
          Forget it
        </button>
      )}
    </FileInput>
  );
}
