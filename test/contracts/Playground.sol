// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Lives until it is told to go, and sends what it holds to whom it is told.
contract Mortal {
    uint256 public mark;
    uint256 public endowment;

    constructor(uint256 mark_) payable {
        mark = mark_;
        // Not written without a gift, so what was here before would show.
        if (msg.value > 0) endowment = msg.value;
    }

    function go(address payable to) external {
        selfdestruct(to);
    }

    receive() external payable {}
}

/// Created and gone in one transaction.
contract Ephemeral {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// One function for each thing an execution can do to the state.
contract Playground {
    mapping(uint256 => uint256) public slots;
    uint256 public counter;
    uint256 transient scratch;

    event Noted(uint256 indexed key, uint256 value);
    event Born(address indexed child);
    event Called(bool ok, bytes output);

    error Refused(uint256 code, string why);

    receive() external payable {}

    function set(uint256 key, uint256 value) external payable {
        slots[key] = value;
        emit Noted(key, value);
    }

    function setMany(uint256 from, uint256 count, uint256 value) external {
        for (uint256 i = 0; i < count; i++) slots[from + i] = value;
    }

    /// Writes, and writes the old value back: refunds and warm slots.
    function flicker(uint256 key, uint256 value) external {
        uint256 old = slots[key];
        slots[key] = value;
        slots[key] = 0;
        slots[key] = old;
        counter++;
    }

    function spin(uint256 rounds) external returns (uint256 sum) {
        for (uint256 i = 0; i < rounds; i++) sum = uint256(keccak256(abi.encode(sum, i)));
        counter = sum;
    }

    function forever() external pure {
        while (true) {}
    }

    function refuse(uint256 code) external {
        slots[code] = code;
        revert Refused(code, "as asked");
    }

    function refuseWithReason() external pure {
        require(false, "no reason at all");
    }

    function panic(uint256 divisor) external pure returns (uint256) {
        return 1 / divisor;
    }

    function invalid() external pure {
        assembly {
            invalid()
        }
    }

    /// The inner call fails and is forgiven; the outer write stays.
    function forgive(uint256 code) external {
        try this.refuse(code) {} catch (bytes memory why) {
            emit Called(false, why);
        }
        slots[code + 1] = code;
    }

    function pay(address payable to, uint256 amount) external payable {
        (bool ok, bytes memory output) = to.call{value: amount}("");
        emit Called(ok, output);
    }

    function relay(address to, bytes calldata input, uint256 gas) external payable {
        (bool ok, bytes memory output) = to.call{value: msg.value, gas: gas}(input);
        emit Called(ok, output);
    }

    function delegate(address to, bytes calldata input) external payable {
        (bool ok, bytes memory output) = to.delegatecall(input);
        emit Called(ok, output);
    }

    function look(address to, bytes calldata input) external {
        (bool ok, bytes memory output) = to.staticcall(input);
        emit Called(ok, output);
    }

    function deploy(uint256 mark) external payable returns (address child) {
        child = address(new Mortal{value: msg.value}(mark));
        emit Born(child);
    }

    function deployAt(bytes32 salt, uint256 mark) external payable returns (address child) {
        child = address(new Mortal{value: msg.value, salt: salt}(mark));
        emit Born(child);
    }

    /// Deploys and destroys at once, so the same salt can be used again.
    function deployAndGo(bytes32 salt, uint256 mark, address payable to) external payable {
        Mortal child = new Mortal{value: msg.value, salt: salt}(mark);
        child.go(to);
        emit Born(address(child));
    }

    function flash(address payable to) external payable {
        new Ephemeral{value: msg.value}(to);
    }

    function remember(uint256 value) external {
        uint256 before = scratch;
        scratch = value;
        emit Noted(before, scratch);
    }

    function world(uint256 height) external {
        emit Noted(block.number, uint256(blockhash(height)));
        emit Noted(block.timestamp, uint256(uint160(address(block.coinbase))));
        emit Noted(block.gaslimit, block.basefee);
        emit Noted(tx.gasprice, block.chainid);
        emit Noted(address(this).balance, uint256(uint160(tx.origin)));
    }

    function inspect(address who) external {
        emit Noted(who.balance, uint256(who.codehash));
        emit Noted(who.code.length, gasleft());
    }

    function recover(bytes32 hash, uint8 v, bytes32 r, bytes32 s) external {
        emit Noted(v, uint256(uint160(ecrecover(hash, v, r, s))));
    }
}
