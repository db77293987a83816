/**
 * Defines the text of `bigInt`, the global function with which geth's tracers compute. Scripts know
 * the methods of the npm package big-integer there; this one has them on the language's own BigInt.
 */

/** Evaluates to a function that takes a number, a text with an optional base, or a big integer. */
export const bigIntText = String.raw`(function () {
  "use strict";
  const Native = BigInt;
  const zero = Native(0), one = Native(1);
  class BigInteger {
    constructor(value) { this.value = value; }
    add(other) { return made(this.value + valueOf(other)); }
    subtract(other) { return made(this.value - valueOf(other)); }
    multiply(other) { return made(this.value * valueOf(other)); }
    divide(other) { return made(this.value / divisor(other)); }
    mod(other) { return made(this.value % divisor(other)); }
    divmod(other) {
      return { quotient: this.divide(other), remainder: this.mod(other) };
    }
    pow(other) {
      const exponent = valueOf(other);
      if (exponent < zero) return made(this.value === one ? one : zero);
      return made(this.value ** exponent);
    }
    modPow(exponent, modulus) {
      let power = valueOf(exponent), base = this.value, result = one;
      const by = divisor(modulus);
      if (power < zero) { power = -power; base = this.modInv(modulus).value; }
      for (base %= by; power > zero; power >>= one) {
        if (power & one) result = (result * base) % by;
        base = (base * base) % by;
      }
      return made(result % by);
    }
    modInv(modulus) {
      const by = divisor(modulus);
      let [last, next, lastR, nextR] = [zero, one, by, this.value < zero ? -this.value : this.value];
      while (nextR !== zero) {
        const quotient = lastR / nextR;
        [last, next] = [next, last - quotient * next];
        [lastR, nextR] = [nextR, lastR - quotient * nextR];
      }
      if (lastR !== one) throw new Error(this + " and " + modulus + " are not co-prime");
      const inverse = last < zero ? last + by : last;
      return made(this.value < zero ? -inverse : inverse);
    }
    square() { return made(this.value * this.value); }
    negate() { return made(-this.value); }
    abs() { return made(this.value < zero ? -this.value : this.value); }
    next() { return made(this.value + one); }
    prev() { return made(this.value - one); }
    and(other) { return made(this.value & valueOf(other)); }
    or(other) { return made(this.value | valueOf(other)); }
    xor(other) { return made(this.value ^ valueOf(other)); }
    not() { return made(~this.value); }
    shiftLeft(bits) { return made(this.value << valueOf(bits)); }
    shiftRight(bits) { return made(this.value >> valueOf(bits)); }
    bitLength() {
      const value = this.value < zero ? -this.value - one : this.value;
      return made(value === zero ? zero : Native(value.toString(2).length));
    }
    compare(other) {
      if (other === Infinity) return -1;
      if (other === -Infinity) return 1;
      const right = valueOf(other);
      return this.value === right ? 0 : this.value > right ? 1 : -1;
    }
    compareAbs(other) { return this.abs().compare(made(valueOf(other)).abs()); }
    equals(other) { return this.compare(other) === 0; }
    notEquals(other) { return this.compare(other) !== 0; }
    greater(other) { return this.compare(other) > 0; }
    lesser(other) { return this.compare(other) < 0; }
    greaterOrEquals(other) { return this.compare(other) >= 0; }
    lesserOrEquals(other) { return this.compare(other) <= 0; }
    isZero() { return this.value === zero; }
    isUnit() { return this.value === one || this.value === -one; }
    isEven() { return (this.value & one) === zero; }
    isOdd() { return (this.value & one) === one; }
    isPositive() { return this.value > zero; }
    isNegative() { return this.value < zero; }
    isDivisibleBy(other) {
      const by = valueOf(other);
      return by !== zero && this.value % by === zero;
    }
    toArray(base) {
      const isNegative = this.value < zero;
      const by = valueOf(base === undefined ? 10 : base), digits = [];
      let left = isNegative ? -this.value : this.value;
      do { digits.unshift(Number(left % by)); left /= by; } while (left > zero);
      return { value: digits, isNegative };
    }
    toString(base) { return this.value.toString(base === undefined ? 10 : base); }
    toJSON() { return this.value.toString(); }
    toJSNumber() { return Number(this.value); }
    valueOf() { return Number(this.value); }
  }
  const aliases = {
    plus: "add", minus: "subtract", times: "multiply", over: "divide", remainder: "mod",
    compareTo: "compare", eq: "equals", neq: "notEquals", gt: "greater", lt: "lesser",
    geq: "greaterOrEquals", leq: "lesserOrEquals",
  };
  for (const name of Object.keys(aliases)) {
    const method = BigInteger.prototype[aliases[name]];
    Object.defineProperty(BigInteger.prototype, name, { value: method, writable: true, configurable: true });
  }
  const made = (value) => new BigInteger(value);
  function divisor(given) {
    const value = valueOf(given);
    if (value === zero) throw new Error("Cannot divide by zero");
    return value;
  }
  const invalid = (given) => new Error("Invalid integer: " + given);
  function valueOf(given) {
    if (given instanceof BigInteger) return given.value;
    if (typeof given === "bigint") return given;
    if (typeof given === "number") {
      if (!Number.isInteger(given)) throw new Error(given + " is not an integer.");
      return Native(given);
    }
    return textValue(String(given), 10);
  }
  function textValue(text, base) {
    const [, sign, digits] = /^([+-]?)(.*)$/s.exec(text.trim());
    const value = base === 10 ? decimal(digits, text) : inBase(digits, base, text);
    return sign === "-" ? -value : value;
  }
  function decimal(digits, text) {
    if (/^(?:[0-9]+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(digits)) return Native(digits);
    const [, whole, fraction, exponent] = /^([0-9]+)(?:\.([0-9]*))?(?:[eE]\+?([0-9]+))?$/.exec(digits) || [];
    const zeros = Number(exponent || 0) - (fraction || "").length;
    if (whole === undefined || zeros < 0) throw invalid(text);
    return Native(whole + (fraction || "") + "0".repeat(zeros));
  }
  function inBase(digits, base, text) {
    const by = valueOf(base);
    let value = zero;
    for (const digit of digits.toLowerCase()) {
      const at = "0123456789abcdefghijklmnopqrstuvwxyz".indexOf(digit);
      if (at < 0 || Native(at) >= by) throw new Error(digit + " is not a valid digit in base " + base + ".");
      value = value * by + Native(at);
    }
    if (digits === "") throw invalid(text);
    return value;
  }
  function bigInt(given, base) {
    if (given === undefined) return bigInt.zero;
    if (base === undefined || Number(base) === 10) return made(valueOf(given));
    return made(textValue(String(given), Number(base)));
  }
  const better = (isBetter) => (left, right) => {
    const [a, b] = [made(valueOf(left)), made(valueOf(right))];
    return isBetter(a.compare(b)) ? a : b;
  };
  bigInt.zero = made(zero);
  bigInt.one = made(one);
  bigInt.minusOne = made(-one);
  bigInt.max = better((order) => order > 0);
  bigInt.min = better((order) => order < 0);
  bigInt.gcd = (left, right) => {
    let [a, b] = [made(valueOf(left)).abs().value, made(valueOf(right)).abs().value];
    while (b !== zero) [a, b] = [b, a % b];
    return made(a);
  };
  bigInt.lcm = (left, right) => {
    const [a, b] = [made(valueOf(left)).abs(), made(valueOf(right)).abs()];
    return a.divide(bigInt.gcd(a, b)).multiply(b);
  };
  bigInt.isInstance = (value) => value instanceof BigInteger;
  bigInt.fromArray = (digits, base, isNegative) => {
    const by = valueOf(base === undefined ? 10 : base);
    const value = digits.reduce((sum, digit) => sum * by + valueOf(digit), zero);
    return made(isNegative ? -value : value);
  };
  /** Takes hexadecimal digits, without a prefix. */
  bigInt.fromHex = (digits) => made(Native("0x" + digits));
  return bigInt;
})()`;
