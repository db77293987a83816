/** Reads and writes a contract whose ABI is known. The code is loaded on demand. */
import { useState } from "preact/hooks";
import type { AbiFunction } from "viem";
import { formatAbiItem } from "viem/utils";
import { readAbi } from "../../abi/read-abi.js";
import { visible } from "../../abi/visible.js";
import { keepAbi, keptAbis } from "../abi/kept-abis.js";
import { FileInput } from "../parts/file-input.js";
import { compiledContracts } from "../session/compiled.js";
import { useControls } from "../session/use-controls.js";
import { FunctionForm, TextInput } from "./function-form.js";
import { isRead } from "./run-function.js";

/** The maximum number of functions without arguments that are read when they are shown. */
const readAtOnceMax = 50;

/** @param props.address in lower-case hex. */
export function ContractSection({ address }: { readonly address: string }) {
  const kept = keptAbis.value[address];
  const compiled = compiledContracts.value[address];
  const functions = (kept ?? compiled)?.items.filter(
    (item): item is AbiFunction => item.type === "function",
  );
  return (
    <>
      <AbiInput address={address} name={kept?.name} compiled={compiled?.name} />
      {functions !== undefined && functions.length > 0 && (
        <>
          <Reads functions={functions.filter(isRead)} address={address} />
          <Writes functions={functions.filter((item) => !isRead(item))} address={address} />
        </>
      )}
    </>
  );
}

interface FunctionsProps {
  readonly functions: readonly AbiFunction[];
  readonly address: string;
}

function Reads({ functions, address }: FunctionsProps) {
  const atOnce = new Set(
    functions.filter(({ inputs }) => inputs.length === 0).slice(0, readAtOnceMax),
  );
  return (
    <>
      <h3>Read</h3>
      {functions.map((item) => (
        <FunctionForm
          key={formatAbiItem(item)}
          item={item}
          address={address}
          isReadAtOnce={atOnce.has(item)}
        />
      ))}
    </>
  );
}

function Writes({ functions, address }: FunctionsProps) {
  const hasControls = useControls().state === "ready";
  const [sender, setSender] = useState("");
  return (
    <>
      <h3>Write</h3>
      <p class="note">
        {hasControls
          ? "Without a sender, a wallet in this browser signs. A sender needs no key on this chain."
          : "A wallet in this browser signs."}
      </p>
      {hasControls && (
        <div class="function">
          <TextInput name="Sender" type="address" text={sender} change={setSender} />
        </div>
      )}
      {functions.map((item) => (
        <FunctionForm key={formatAbiItem(item)} item={item} address={address} sender={sender} />
      ))}
    </>
  );
}

interface AbiInputProps {
  readonly address: string;
  /** The name of the stored file. */
  readonly name: string | undefined;
  /** The name of the contract, if the node knows it. */
  readonly compiled: string | undefined;
}

/** Reads the file with the ABI, selected or dropped. */
function AbiInput({ address, name, compiled }: AbiInputProps) {
  const take = (text: string, file: string) =>
    keepAbi(address, { name: file, items: readAbi(text) });
  return (
    <FileInput id="abi-file" legend="ABI of this contract" accept=".json" take={take}>
      <p class="note">
        {compiled !== undefined &&
          name === undefined &&
          `The node knows that it is ${visible(compiled)}. A file takes the place of what it knows. `}
        {name === undefined
          ? "Choose or drop an artifact of Hardhat or Foundry, or an ABI. It stays in this browser."
          : `${visible(name)} is kept in this browser, and decodes input, logs and errors too.`}
      </p>
      {name !== undefined && (
        <button type="button" onClick={() => keepAbi(address, undefined)}>
          Forget it
        </button>
      )}
    </FileInput>
  );
}
