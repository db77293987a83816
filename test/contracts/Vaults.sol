// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Contracts that fail in many ways, for stack traces. The tests find lines by their last comment.

library Shares {
    function part(uint256 whole, uint256 among) internal pure returns (uint256) {
        return whole / among; // divides
    }

    function add(uint256[] storage list, uint256 amount) external {
        list.push(amount);
    }

    function limited(uint256 amount) external pure returns (uint256) {
        require(amount < 1000, "too much"); // limits
        return amount;
    }
}

contract Base {
    error Closed(uint256 until, string reason);

    uint256 public immutable until;

    constructor(uint256 until_) {
        require(until_ != 0, "no time"); // constructs
        until = until_;
    }

    modifier whenOpen() {
        if (block.timestamp < until) revert Closed(until, unicode"häufig zu"); // opens
        _;
    }
}

contract Vault is Base {
    uint256[] private amounts;

    constructor(uint256 until_) Base(until_) {}

    function take(uint256 amount, uint256 among) external whenOpen returns (uint256) { // begins
        for (uint256 i = 0; i < 3; i++) {
            amounts.push(halved(i));
        }
        return share(amount, among); // takes
    }

    function share(uint256 amount, uint256 among) internal pure returns (uint256) {
        return halved(Shares.part(amount, among)); // shares
    }

    function halved(uint256 amount) private pure returns (uint256) {
        return Shares.part(amount, 2);
    }

    function limit(uint256 amount) external pure returns (uint256) {
        return Shares.limited(amount); // calls the library
    }

    function entry(uint256 index) external view returns (uint256) {
        return amounts[index]; // reads
    }

    function spend(uint256 rounds) external {
        while (rounds-- > 0) amounts.push(rounds);
    }
}

contract Owner { // owns
    error NotToday();

    Vault public vault;

    constructor(uint256 until) {
        vault = new Vault(until); // creates
    }

    function run(uint256 amount, uint256 among) external returns (uint256) {
        return twice(amount, among); // runs
    }

    function twice(uint256 amount, uint256 among) private returns (uint256) {
        return vault.take(amount, among) + vault.take(amount, among); // calls
    }

    function tolerant(uint256 amount) external {
        try vault.take(amount, 0) {} catch {}
        revert NotToday(); // gives up
    }

    function nothing(address at) external {
        Vault(at).spend(1); // calls nothing
    }

    function paid() external payable {}

    function limitOf(address at) external view returns (uint256) {
        return Vault(at).limit(1); // asks nobody
    }

    function deep(uint256 frames) external {
        if (frames == 0) revert NotToday(); // ends
        Owner(address(this)).deep(frames - 1); // deeper
    }

    function unpaid() external {} // takes no coins

    /// Adds points that are on no curve.
    function addPoints() external view {
        (bool isDone, ) = address(6).staticcall(abi.encode(1, 1, 1, 1)); // adds points
        require(isDone); // has no sum
    }

    function overpay() external {
        payable(address(vault)).transfer(1 ether); // overpays
    }

    function countdown(uint256 from) public {
        require(from != 0, "is over"); // is over
        countdown(from - 1); // counts
    }

    function guarded(uint256 amount) external positive(amount) { // is guarded
        if (amount > 1) refuse(); // refuses
    }

    modifier positive(uint256 amount) {
        require(amount > 0, "nothing"); // guards
        _;
    }

    function refuse() private { // asks
        tolerate();
    }

    function tolerate() private pure {
        revert("refused"); // does not tolerate
    }
}

contract Answers {
    fallback() external {} // takes no coins either
}

/// The code of its creation is short: the number 192 is also the place of one of its blocks.
contract Rate {
    uint256 private immutable rate;
    address private immutable owner;

    constructor(uint256 divisor, address owner_) payable {
        rate = rateOf(divisor); // rates
        owner = owner_;
        require(owner_ != address(0), "no owner");
    }

    function rateOf(uint256 divisor) internal pure returns (uint256) {
        require(divisor < 100, "too large"); // compares
        return 100 / divisor; // divides by it
    }

    function share(uint256 among) external view returns (uint256) {
        require(msg.sender == owner, "not the owner");
        return rate / among;
    }
}
