// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Emits whatever it is asked to: raw logs of zero to four topics.
contract Emitter {
    struct Wish {
        bytes32[] topics;
        bytes data;
    }

    function emitAll(Wish[] calldata wishes) external {
        for (uint256 i = 0; i < wishes.length; i++) {
            bytes32[] calldata t = wishes[i].topics;
            bytes memory d = wishes[i].data;
            if (t.length == 0) { assembly { log0(add(d, 32), mload(d)) } }
            else if (t.length == 1) { bytes32 a = t[0]; assembly { log1(add(d, 32), mload(d), a) } }
            else if (t.length == 2) { bytes32 a = t[0]; bytes32 b = t[1]; assembly { log2(add(d, 32), mload(d), a, b) } }
            else if (t.length == 3) { bytes32 a = t[0]; bytes32 b = t[1]; bytes32 c = t[2]; assembly { log3(add(d, 32), mload(d), a, b, c) } }
            else { bytes32 a = t[0]; bytes32 b = t[1]; bytes32 c = t[2]; bytes32 e = t[3]; assembly { log4(add(d, 32), mload(d), a, b, c, e) } }
        }
    }

    /// `count` logs with one topic, from `first` on: many logs for little calldata.
    function emitMany(uint256 count, bytes32 topic, uint256 first) external {
        for (uint256 i = first; i < first + count; i++) {
            assembly {
                mstore(0, i)
                log1(0, 32, topic)
            }
        }
    }
}
