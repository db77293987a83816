/** Defines a part of the text of `prelude.ts`: the objects that a script is given. */
export const objectsText = `
  /* The state */
  const db = {
    getBalance: (address) => numberOf(host.ask("balance", addressDigits(address, false))),
    getNonce: (address) => Number(host.ask("nonce", addressDigits(address, false))),
    getCode: (address) => new Bytes(host.ask("code", addressDigits(address, false))),
    getState: (address, slot) =>
      new Bytes(
        host.ask("slot", addressDigits(address, false), toDigits(padded(bytesOf(slot, false), 32))),
      ),
    exists: (address) => host.ask("exists", addressDigits(address, false)) === "1",
  };

  /* The step, and the frames around it */
  class Frame {
    constructor([, type, from, to, input, gas, value, caller, address, callValue, isCreation], bytes) {
      this.type = type;
      this.from = from;
      this.to = to;
      this.input = bytes.slice(input[0], input[0] + input[1]);
      this.gas = gas;
      this.value = value;
      this.caller = caller;
      this.address = address;
      this.callValue = callValue;
      this.isCreation = isCreation;
      this.stack = [];
      this.memory = noBytes;
      this.length = 0;
    }
    write(length, writes, bytes) {
      if (length > this.memory.length) {
        const grown = new Bytes(Math.max(length, 2 * this.memory.length));
        grown.set(this.memory);
        this.memory = grown;
      }
      this.length = length;
      for (const [at, from, count] of writes) this.memory.set(bytes.subarray(from, from + count), at);
    }
  }
  const frames = [];
  const names = [];
  const outside = new Frame([0, "", "", "", [0, 0], 0, "0", "", "", "0"], noBytes);
  let current = outside, opened = outside, ended = {};
  let op = 0, pc = 0, gas = 0, cost = 0, depth = 0, refund = 0, error;
  const log = {
    getPC: () => pc,
    getGas: () => gas,
    getCost: () => cost,
    getDepth: () => depth,
    getRefund: () => refund,
    getError: () => error,
    op: {
      toNumber: () => op,
      toString: () => names[op] ?? "STOP",
      isPush: () => op >= 0x5f && op <= 0x7f,
    },
    stack: {
      length: () => current.stack.length,
      peek(index) {
        const { stack } = current;
        const at = integer(index);
        if (at < 0 || at >= stack.length) {
          refuse("tracer accessed out of bound stack: size " + stack.length + ", index " + at);
        }
        return numberOf(stack[stack.length - 1 - at]);
      },
    },
    memory: {
      length: () => current.length,
      slice(begin, end) {
        const [from, to] = [integer(begin), integer(end)];
        if (from === to) return new Bytes(0);
        if (to < from || from < 0) {
          refuse("tracer accessed out of bound memory: offset " + from + ", end " + to);
        }
        const { memory, length } = current;
        if (to - length > paddingMax) {
          refuse("reached limit for padding memory slice: " + (to - length));
        }
        if (to <= length) return memory.slice(from, to);
        const copy = new Bytes(to - from);
        if (from < length) copy.set(memory.subarray(from, length));
        return copy;
      },
      getUint(offset) {
        const { memory, length } = current;
        const at = integer(offset);
        if (at < 0 || length < at + 32) {
          const words = "tracer accessed out of bound memory: available ";
          refuse(words + length + ", offset " + at + ", size 32");
        }
        return numberOf(toDigits(memory.subarray(at, at + 32)));
      },
    },
    contract: {
      getCaller: () => fromHex(current.caller),
      getAddress: () => fromHex(current.address),
      getValue: () => numberOf(current.callValue),
      getInput: () => (current.isCreation ? new Bytes(0) : current.input.slice()),
    },
  };
  const frame = {
    getType: () => opened.type,
    getFrom: () => fromHex(opened.from),
    getTo: () => fromHex(opened.to),
    getInput: () => opened.input.slice(),
    getGas: () => opened.gas,
    getValue: () => (opened.value === null ? undefined : numberOf(opened.value)),
  };
  const frameResult = {
    getGasUsed: () => ended.gasUsed,
    getOutput: () => ended.output.slice(),
    getError: () => ended.error,
  };
`;
