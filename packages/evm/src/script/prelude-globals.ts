/** Defines a part of the text of `prelude.ts`: errors, bytes, and geth's global functions. */
export const globalsText = String.raw`
  /* Errors */
  function placeIn(stack) {
    const line = String(stack).split("\n").find((one) => one.includes("<eval>"));
    return line === undefined ? "" : " " + line.trim();
  }
  function refuse(message) {
    const error = new Error(message);
    failure ??= message + placeIn(error.stack);
    throw error;
  }
  function describe(error) {
    try {
      return String(error) + (error instanceof Error ? placeIn(error.stack) : "");
    } catch {
      return "the script threw a value without a text";
    }
  }
  const inFunction = (name) => "    in server-side tracer function '" + name + "'";
  const { apply } = Reflect;
  function call(name, given) {
    try {
      const result = apply(methods[name], tracer, given);
      if (failure === undefined) return result;
    } catch (error) {
      failure ??= describe(error);
    }
    failure += inFunction(name);
  }
  const outcome = (text) => (failure === undefined ? "+" + text : "-" + failure);

  /* Bytes */
  function fromHex(text) {
    let digits = /^0[xX]/.test(text) ? text.slice(2) : text;
    if (digits.length % 2 === 1) digits = "0" + digits;
    const bytes = new Bytes(digits.length / 2);
    for (let at = 0; at < bytes.length; at++) {
      const byte = Number("0x" + digits.slice(2 * at, 2 * at + 2));
      if (Number.isNaN(byte)) return bytes.slice(0, at);
      bytes[at] = byte;
    }
    return bytes;
  }
  function toDigits(bytes) {
    let digits = "";
    for (const byte of bytes) digits += digitsOf[byte];
    return digits;
  }
  function bytesOf(value, takesText) {
    if (value instanceof Bytes) return value;
    if (Array.isArray(value)) return Bytes.from(value);
    if (takesText && (typeof value === "string" || value instanceof String)) return fromHex(String(value));
    return refuse("invalid buffer type");
  }
  function padded(bytes, length) {
    const word = new Bytes(length);
    const end = bytes.subarray(Math.max(0, bytes.length - length));
    word.set(end, length - end.length);
    return word;
  }
  const addressDigits = (value, takesText) => toDigits(padded(bytesOf(value, takesText), 20));
  const integer = (value) => Math.trunc(Number(value)) || 0;
  const numberOf = (digits) => bigInt.fromHex(digits === "" ? "0" : digits);

  /* Global functions */
  Object.assign(globalThis, {
    bigInt,
    toHex: (value) => "0x" + toDigits(bytesOf(value, false)),
    toWord: (value) => padded(bytesOf(value, true), 32),
    toAddress: (value) => padded(bytesOf(value, true), 20),
    toContract: (from, nonce) =>
      fromHex(host.ask("created", addressDigits(from, true), String(integer(nonce)))),
    toContract2: (from, salt, code) =>
      fromHex(
        host.ask(
          "created2",
          addressDigits(from, true),
          toDigits(padded(fromHex(String(salt)), 32)),
          toDigits(bytesOf(code, true)),
        ),
      ),
    isPrecompiled: (address) => isPrecompile.has(addressDigits(address, true)),
    slice(value, start, end) {
      const bytes = bytesOf(value, false);
      const [from, to] = [integer(start), integer(end)];
      if (from < 0 || from > to || to > bytes.length) {
        const words = "Tracer accessed out of bound memory: available ";
        refuse(words + bytes.length + ", offset " + from + ", size " + (to - from));
      }
      return bytes.slice(from, to);
    },
  });
`;
