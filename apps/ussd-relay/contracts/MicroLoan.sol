// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";

/// @title Balances, transfers between people, and one small loan for each of them
/// @notice Coins are kept here and accounted for by address. A user acts by a transaction of his
/// own, or signs a request that somebody else brings through the trusted forwarder (ERC-2771).
/// @dev At any time `liabilities + pool` is at most the balance of this contract: a balance can
/// always be withdrawn, and a loan is given only out of what lenders put into the pool.
/// Never combine this with a multicall that delegates: a call inside it could name any sender.
contract MicroLoan is ERC2771Context {
    /// @notice What a loan is, in wei.
    uint256 public constant LOAN_AMOUNT = 0.01 ether;

    /// @notice What an address has borrowed; zero means no active loan.
    mapping(address borrower => uint256 amount) public loans;
    /// @notice What an address has put into the pool and not taken out again.
    mapping(address lender => uint256 amount) public contributions;
    /// @notice Sum of all balances.
    uint256 public liabilities;
    /// @notice What can be lent now: contributions less active loans.
    uint256 public pool;

    mapping(address user => uint256 amount) private _balances;

    event Deposited(address indexed user, uint256 amount);
    event Withdrawn(address indexed user, uint256 amount);
    event Transferred(address indexed from, address indexed to, uint256 amount);
    event LoanIssued(address indexed borrower, uint256 amount);
    event LoanRepaid(address indexed borrower, uint256 amount);
    event PoolFunded(address indexed lender, uint256 amount);
    event PoolWithdrawn(address indexed lender, uint256 amount);

    error InsufficientBalance(uint256 balance, uint256 needed);
    error InsufficientContribution(uint256 contribution, uint256 needed);
    error InsufficientPool(uint256 pool, uint256 needed);
    error InvalidRecipient(address recipient);
    error NoActiveLoan();
    error PaymentFailed(address recipient);
    error ZeroAmount();

    constructor(address trustedForwarder_) ERC2771Context(trustedForwarder_) {}

    modifier notZero(uint256 amount) {
        require(amount > 0, ZeroAmount());
        _;
    }

    /// @notice Balance of a user, in wei.
    function getBalance(address user) external view returns (uint256) {
        return _balances[user];
    }

    /// @notice Adds what is sent to the sender's balance.
    function deposit() external payable notZero(msg.value) {
        address user = _msgSender();
        _credit(user, msg.value);
        emit Deposited(user, msg.value);
    }

    /// @notice Pays out of the sender's balance, to the sender.
    function withdraw(uint256 amount) external notZero(amount) {
        address user = _msgSender();
        _debit(user, amount);
        emit Withdrawn(user, amount);
        _pay(user, amount);
    }

    /// @notice Moves balance to another user.
    function transfer(address to, uint256 amount) external notZero(amount) {
        require(to != address(0) && to != address(this), InvalidRecipient(to));
        address from = _msgSender();
        _debit(from, amount);
        _credit(to, amount);
        emit Transferred(from, to, amount);
    }

    /// @notice Credits the fixed loan to a sender who has none, as far as the pool goes.
    function applyForLoan() external {
        address borrower = _msgSender();
        require(loans[borrower] == 0, "Existing loan active");
        require(pool >= LOAN_AMOUNT, InsufficientPool(pool, LOAN_AMOUNT));
        loans[borrower] = LOAN_AMOUNT;
        pool -= LOAN_AMOUNT;
        _credit(borrower, LOAN_AMOUNT);
        emit LoanIssued(borrower, LOAN_AMOUNT);
    }

    /// @notice Repays the sender's loan in full out of the sender's balance.
    function repayLoan() external {
        address borrower = _msgSender();
        uint256 amount = loans[borrower];
        require(amount > 0, NoActiveLoan());
        loans[borrower] = 0;
        _debit(borrower, amount);
        pool += amount;
        emit LoanRepaid(borrower, amount);
    }

    /// @notice Adds what is sent to what can be lent.
    function fundPool() external payable notZero(msg.value) {
        address lender = _msgSender();
        contributions[lender] += msg.value;
        pool += msg.value;
        emit PoolFunded(lender, msg.value);
    }

    /// @notice Pays a lender back out of what is not lent at the moment.
    function withdrawFromPool(uint256 amount) external notZero(amount) {
        address lender = _msgSender();
        uint256 contribution = contributions[lender];
        require(contribution >= amount, InsufficientContribution(contribution, amount));
        require(pool >= amount, InsufficientPool(pool, amount));
        contributions[lender] = contribution - amount;
        pool -= amount;
        emit PoolWithdrawn(lender, amount);
        _pay(lender, amount);
    }

    function _credit(address user, uint256 amount) private {
        _balances[user] += amount;
        liabilities += amount;
    }

    function _debit(address user, uint256 amount) private {
        uint256 balance = _balances[user];
        require(balance >= amount, InsufficientBalance(balance, amount));
        _balances[user] = balance - amount;
        liabilities -= amount;
    }

    /// @dev The last thing a function does: the recipient may call back.
    function _pay(address recipient, uint256 amount) private {
        (bool isPaid, ) = recipient.call{value: amount}("");
        require(isPaid, PaymentFailed(recipient));
    }
}
