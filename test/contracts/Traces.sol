// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The innermost: answers, refuses, or goes.
contract Leaf {
    uint256 public seen;

    event Seen(uint256 value);

    function next(uint256 value) external pure returns (uint256) {
        return value + 1;
    }

    function keep(uint256 value) external payable returns (uint256) {
        seen = value;
        emit Seen(value);
        return value;
    }

    function refuse(uint256 value) external {
        seen = value;
        emit Seen(value);
        revert("not today");
    }

    function go(address payable heir) external {
        selfdestruct(heir);
    }
}

/// Between the two others. Begins as the leaf does, so that the leaf's code fits its storage.
contract Middle {
    uint256 public seen;
    Leaf public immutable leaf;

    constructor(Leaf leaf_) {
        leaf = leaf_;
    }

    function next(uint256 value) external view returns (uint256) {
        return leaf.next(value) + 1;
    }

    function refuse(uint256 value) external {
        seen = value;
        leaf.keep(value);
        leaf.refuse(value);
    }

    /// Runs the leaf's code on its own storage.
    function borrow(uint256 value) external payable returns (uint256) {
        (bool ok, bytes memory output) = address(leaf).delegatecall(abi.encodeCall(Leaf.keep, (value)));
        require(ok);
        return abi.decode(output, (uint256));
    }
}

/// Made by CREATE2, makes a leaf while it is made.
contract Nest {
    Leaf public immutable leaf;

    constructor() payable {
        leaf = new Leaf();
        leaf.keep{value: msg.value}(1);
    }
}

contract Root {
    Middle public immutable middle;
    Nest public nest;

    event Done(uint256 value);

    constructor(Middle middle_) {
        middle = middle_;
    }

    function dive(uint256 value) external returns (uint256 sum) {
        sum = middle.next(value);
        emit Done(sum);
    }

    function forgive(uint256 value) external returns (string memory reason) {
        try middle.refuse(value) {
            reason = "it did not refuse";
        } catch Error(string memory given) {
            reason = given;
        }
        emit Done(value);
    }

    function borrow(uint256 value) external payable returns (uint256) {
        return middle.borrow{value: msg.value}(value);
    }

    function build(bytes32 salt) external payable {
        nest = new Nest{salt: salt, value: msg.value}();
        nest.leaf().go(payable(msg.sender));
    }
}
