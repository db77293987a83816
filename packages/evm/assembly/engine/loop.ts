// The interpreter loop. Runs of instructions are priced at their BLOCK. If gas or stack do not
// suffice for a whole run, its instructions are checked one by one (CHECKED is then a bool), so
// that the frame fails for the correct reason.
import { INVALID_OPCODE, PAUSED } from "./layout";
import { check } from "./check";
import { invalidJump, jumpTarget, numberTarget, outOfGas } from "./jumps";
import { divide, divideSigned, modulo, moduloSigned } from "./words/divide";
import { addModulo, multiplyModulo } from "./words/modular";
import { halt, RUNNING, setStatus, status } from "./frames";
import { expandTo, frame, gas as gasLeft, ip as next, mem as memory_, memSize, pauseAt, program, setGas, setIp, setSp, sp as top, stack } from "./machine";
import { multiply } from "./words/multiply";
import { Do, STEP } from "./opcodes";
import { rare } from "./rare";
import { add, addNumber, and, copy, isEqual, isLess, isShort, isSignedLess, isZero, leadingZeros, not, or, set, shiftLeft, shiftRight, signExtend, subtract, turn, xor } from "./words/word";

/** Runs until the execution ends, pauses, or a run of instructions must be checked. @returns whether that is the case. */
export function loop<CHECKED>(): bool {
  let ip = next, sp = top, gas = gasLeft, mem = memory_;
  const running = frame;
  while (true) {
    const at = ip;
    const what = <u32>load<u16>(at);
    ip += STEP;
    if (isBoolean<CHECKED>()) {
      const reason = check(at, sp, gas);
      if (reason < 0) gas += reason;
      else if (reason != 0) {
        setGas(gas);
        setIp(at);
        halt(reason);
        return false;
      }
    }
    switch (what) {
      case Do.BLOCK: {
        if (isBoolean<CHECKED>()) continue;
        const left = gas - load<u32>(at, 4);
        if (left < 0 || sp - stack < load<u32>(at, 8) || sp + load<u32>(at, 12) > stack + 32768) {
          setIp(at);
          setSp(sp);
          setGas(gas);
          return true;
        }
        if (left <= pauseAt) {
          setIp(at);
          setSp(sp);
          setGas(gas);
          setStatus(PAUSED);
          return false;
        }
        gas = left;
        continue;
      }
      case Do.PUSH:
        set(sp, load<u64>(at, 8));
        sp += 32;
        continue;
      case Do.PUSH_ADD:
        if (isBoolean<CHECKED>()) {
          set(sp, load<u64>(at, 8));
          sp += 32;
          continue;
        }
        addNumber(sp - 32, load<u64>(at, 8));
        ip += STEP;
        continue;
      case Do.PUSH_JUMP: {
        if (isBoolean<CHECKED>()) {
          set(sp, load<u64>(at, 8));
          sp += 32;
          continue;
        }
        const place = numberTarget(load<u64>(at, 8));
        if (place == 0) return invalidJump(gas);
        ip = program + place - STEP;
        continue;
      }
      case Do.PUSH_JUMPI: {
        if (isBoolean<CHECKED>()) {
          set(sp, load<u64>(at, 8));
          sp += 32;
          continue;
        }
        sp -= 32;
        ip += STEP;
        if (isZero(sp)) continue;
        const place = numberTarget(load<u64>(at, 8));
        if (place == 0) return invalidJump(gas);
        ip = program + place - STEP;
        continue;
      }
      case Do.PUSH_MLOAD:
      case Do.PUSH_MSTORE: {
        // Most offsets are in memory that is already paid for; otherwise the two instructions are
        // executed separately.
        const offset = load<u64>(at, 8);
        if (isBoolean<CHECKED>() || offset + 32 > <u64>memSize || offset >> 32 != 0) {
          set(sp, offset);
          sp += 32;
          continue;
        }
        ip += STEP;
        if (what == Do.PUSH_MLOAD) {
          turn(sp, mem + <usize>offset);
          sp += 32;
        } else {
          sp -= 32;
          turn(mem + <usize>offset, sp);
        }
        continue;
      }
      case Do.PUSH_WORD:
        copy(sp, ip);
        sp += 32;
        ip += 32;
        continue;
      case Do.DUP:
        copy(sp, sp - load<u32>(at, 4));
        sp += 32;
        continue;
      case Do.SWAP: {
        const other = sp - 32 - load<u32>(at, 4);
        const w0 = load<u64>(other), w1 = load<u64>(other, 8), w2 = load<u64>(other, 16), w3 = load<u64>(other, 24);
        copy(other, sp - 32);
        store<u64>(sp - 32, w0);
        store<u64>(sp - 32, w1, 8);
        store<u64>(sp - 32, w2, 16);
        store<u64>(sp - 32, w3, 24);
        continue;
      }
      case Do.POP:
        sp -= 32;
        continue;
      case Do.ADD:
        sp -= 32;
        add(sp - 32, sp, sp - 32);
        continue;
      case Do.MUL:
        sp -= 32;
        multiply(sp - 32, sp, sp - 32);
        continue;
      case Do.SUB:
        sp -= 32;
        subtract(sp - 32, sp, sp - 32);
        continue;
      case Do.DIV:
        sp -= 32;
        divide(sp - 32, sp, sp - 32);
        continue;
      case Do.SDIV:
        sp -= 32;
        divideSigned(sp - 32, sp, sp - 32);
        continue;
      case Do.MOD:
        sp -= 32;
        modulo(sp - 32, sp, sp - 32);
        continue;
      case Do.SMOD:
        sp -= 32;
        moduloSigned(sp - 32, sp, sp - 32);
        continue;
      case Do.ADDMOD:
        sp -= 64;
        addModulo(sp - 32, sp + 32, sp, sp - 32);
        continue;
      case Do.MULMOD:
        sp -= 64;
        multiplyModulo(sp - 32, sp + 32, sp, sp - 32);
        continue;
      case Do.SIGNEXTEND:
        sp -= 32;
        if (isShort(sp) && load<u32>(sp) < 31) signExtend(sp - 32, sp - 32, load<u32>(sp));
        continue;
      case Do.LT:
        sp -= 32;
        set(sp - 32, u64(isLess(sp, sp - 32)));
        continue;
      case Do.GT:
        sp -= 32;
        set(sp - 32, u64(isLess(sp - 32, sp)));
        continue;
      case Do.SLT:
        sp -= 32;
        set(sp - 32, u64(isSignedLess(sp, sp - 32)));
        continue;
      case Do.SGT:
        sp -= 32;
        set(sp - 32, u64(isSignedLess(sp - 32, sp)));
        continue;
      case Do.EQ:
        sp -= 32;
        set(sp - 32, u64(isEqual(sp, sp - 32)));
        continue;
      case Do.ISZERO:
        set(sp - 32, u64(isZero(sp - 32)));
        continue;
      case Do.AND:
        sp -= 32;
        and(sp - 32, sp, sp - 32);
        continue;
      case Do.OR:
        sp -= 32;
        or(sp - 32, sp, sp - 32);
        continue;
      case Do.XOR:
        sp -= 32;
        xor(sp - 32, sp, sp - 32);
        continue;
      case Do.NOT:
        not(sp - 32, sp - 32);
        continue;
      case Do.BYTE: {
        sp -= 32;
        const byte: u64 = isShort(sp) && load<u32>(sp) < 32 ? <u64>load<u8>(sp - 1 - load<u32>(sp)) : 0;
        set(sp - 32, byte);
        continue;
      }
      case Do.SHL:
        sp -= 32;
        if (isShort(sp) && load<u32>(sp) < 256) shiftLeft(sp - 32, sp - 32, load<u32>(sp));
        else set(sp - 32, 0);
        continue;
      case Do.SHR:
        sp -= 32;
        if (isShort(sp) && load<u32>(sp) < 256) shiftRight(sp - 32, sp - 32, load<u32>(sp), 0);
        else set(sp - 32, 0);
        continue;
      case Do.SAR: {
        sp -= 32;
        const fill = load<i64>(sp - 8) >> 63;
        shiftRight(sp - 32, sp - 32, isShort(sp) && load<u32>(sp) < 256 ? load<u32>(sp) : 256, fill);
        continue;
      }
      case Do.CLZ:
        set(sp - 32, leadingZeros(sp - 32));
        continue;
      case Do.MLOAD: {
        const end = <u64>load<u32>(sp - 32) + 32;
        if (!isShort(sp - 32) || end > <u64>memSize) {
          setGas(gas);
          if (!isShort(sp - 32) || !expandTo(end)) return outOfGas();
          gas = gasLeft;
          mem = memory_;
        }
        turn(sp - 32, mem + <usize>load<u32>(sp - 32));
        continue;
      }
      case Do.MSTORE: {
        sp -= 64;
        const end = <u64>load<u32>(sp + 32) + 32;
        if (!isShort(sp + 32) || end > <u64>memSize) {
          setGas(gas);
          if (!isShort(sp + 32) || !expandTo(end)) return outOfGas();
          gas = gasLeft;
          mem = memory_;
        }
        turn(mem + <usize>load<u32>(sp + 32), sp);
        continue;
      }
      case Do.JUMP: {
        sp -= 32;
        const place = jumpTarget(sp);
        if (place == 0) return invalidJump(gas);
        ip = program + place - STEP;
        continue;
      }
      case Do.JUMPI: {
        sp -= 64;
        if (isZero(sp)) continue;
        const place = jumpTarget(sp + 32);
        if (place == 0) return invalidJump(gas);
        ip = program + place - STEP;
        continue;
      }
      case Do.GAS:
        set(sp, <u64>gas);
        sp += 32;
        continue;
      case Do.INVALID:
        setIp(at);
        halt(INVALID_OPCODE);
        return false;
      default: {
        setIp(ip);
        setSp(sp);
        setGas(gas);
        rare(what, at);
        if (status != RUNNING) return false;
        if (isBoolean<CHECKED>() && frame != running) return false;
        ip = next;
        sp = top;
        gas = gasLeft;
        mem = memory_;
      }
    }
  }
}
