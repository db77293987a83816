// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IMicroLoan {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
    function fundPool() external payable;
    function withdrawFromPool(uint256 amount) external;
}

/// Asks for its money again from inside the payment, and fails no one if that is refused.
contract Reentrant {
    IMicroLoan private immutable target;
    bytes private again;
    bool public isSecondPaid;

    constructor(IMicroLoan target_) {
        target = target_;
    }

    function attackBalance() external payable {
        target.deposit{value: msg.value}();
        again = abi.encodeCall(target.withdraw, (msg.value));
        target.withdraw(msg.value);
    }

    function attackPool() external payable {
        target.fundPool{value: msg.value}();
        again = abi.encodeCall(target.withdrawFromPool, (msg.value));
        target.withdrawFromPool(msg.value);
    }

    receive() external payable {
        bytes memory call = again;
        delete again;
        if (call.length == 0) return;
        (isSecondPaid, ) = address(target).call(call);
    }
}

/// Takes no money, and gives it away by force.
contract Miser {
    constructor() payable {}

    function deposit(IMicroLoan target) external payable {
        target.deposit{value: msg.value}();
    }

    function withdraw(IMicroLoan target, uint256 amount) external {
        target.withdraw(amount);
    }
}

/// Sends money without being asked for it, as any contract can.
contract Forcer {
    constructor(address payable target) payable {
        selfdestruct(target);
    }
}
