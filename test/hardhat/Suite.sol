// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    uint256 public number;
    address public last;
    event Increased(address indexed by, uint256 to);
    error TooHigh(uint256 number, address by);
    error Plain();

    receive() external payable {}

    function increase() external payable {
        number += 1;
        last = msg.sender;
        emit Increased(msg.sender, number);
    }
    function failWithText() external { number = 9; revert("a reason"); }
    function failWithError() external { number = 9; revert TooHigh(number, msg.sender); }
    function failPlain() external { number = 9; revert Plain(); }
    function failSilently() external { number = 9; require(false); }
    function failWithPanic(uint256 by) external { number = 10 / by; }
    function spin() external { while (true) number += 1; }
    function pay(address payable to) external { to.transfer(address(this).balance); }
    function viewFails() external view returns (uint256) { require(number > 1000, "view"); return number; }
}

contract Leaf {
    uint256[8] public values;
    constructor(bool fails) payable {
        require(!fails, "leaf fails");
        for (uint256 i = 0; i < 8; i++) values[i] = i + 1;
    }
}

contract Twig {
    Leaf public leaf = new Leaf(false);
}

contract Branch {
    Twig public first = new Twig();
    Twig public second;
    constructor() { second = new Twig(); }
}

contract Nest {
    Leaf public leaf;
    uint256 public failures;
    function create() external { leaf = new Leaf(false); }
    function createDeep() external returns (Branch branch) { branch = new Branch(); }
    /// The inner failure is swallowed.
    function tryCreate(bool fails) external {
        try new Leaf(fails) returns (Leaf made) { leaf = made; } catch { failures += 1; }
    }
    /// Does more work in an inner call whose failure is swallowed.
    function trySpend(Counter counter, uint256 times) external {
        for (uint256 i = 0; i < times; i++) {
            try counter.increase() {} catch { failures += 1; }
        }
    }
}

contract Verifier {
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant REQUEST = keccak256("Request(address from,address to,bytes data)");
    function domain() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Forwarder"), keccak256("1"), block.chainid, address(this)));
    }
    function execute(address from, address to, bytes calldata data, bytes calldata signature) external returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domain(), keccak256(abi.encode(REQUEST, from, to, keccak256(data)))));
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        require(ecrecover(digest, uint8(signature[64]), r, s) == from, "bad signature");
        (bool ok, bytes memory out) = to.call(abi.encodePacked(data, from));
        require(ok, "inner");
        return out;
    }
    function p256(bytes calldata input) external view returns (bytes memory) {
        (, bytes memory out) = address(0x100).staticcall(input);
        return out;
    }
}

/// Knows the sender behind the forwarder (ERC-2771).
contract Recipient {
    address public immutable forwarder;
    address public sender;
    constructor(address forwarder_) { forwarder = forwarder_; }
    function touch() external {
        sender = msg.sender == forwarder ? address(bytes20(msg.data[msg.data.length - 20:])) : msg.sender;
    }
}
