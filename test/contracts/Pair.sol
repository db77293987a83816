// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// An exchange of two tokens by the rule that the product of the reserves does not fall, with a fee of 0.3 %.
contract Pair {
    IToken public immutable token0;
    IToken public immutable token1;
    uint112 public reserve0;
    uint112 public reserve1;
    uint32 public lastTime;
    uint256 public price0Sum;
    uint256 public price1Sum;
    uint256 private unlocked = 1;

    event Swap(address indexed sender, uint256 in0, uint256 in1, uint256 out0, uint256 out1);
    event Sync(uint112 reserve0, uint112 reserve1);

    modifier lock() {
        require(unlocked == 1, "locked");
        unlocked = 0;
        _;
        unlocked = 1;
    }

    constructor(IToken token0_, IToken token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    /// Takes what has been sent here as reserves.
    function sync() external lock {
        _update(token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }

    /// Takes `amount` of one token from the caller, and pays out the other.
    function swap(uint256 amount, bool isFirst) external lock returns (uint256 out) {
        (uint256 from, uint256 to) = isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 paid = amount * 997;
        out = (paid * to) / (from * 1000 + paid);
        require(out > 0, "nothing out");
        (IToken give, IToken take) = isFirst ? (token0, token1) : (token1, token0);
        require(give.transferFrom(msg.sender, address(this), amount), "not paid");
        require(take.transfer(msg.sender, out), "not paid out");
        uint256 held0 = token0.balanceOf(address(this));
        uint256 held1 = token1.balanceOf(address(this));
        require(held0 * held1 >= uint256(reserve0) * uint256(reserve1), "product");
        _update(held0, held1);
        if (isFirst) emit Swap(msg.sender, amount, 0, 0, out);
        else emit Swap(msg.sender, 0, amount, out, 0);
    }

    function _update(uint256 held0, uint256 held1) private {
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, "overflow");
        unchecked {
            uint32 passed = uint32(block.timestamp) - lastTime;
            if (passed > 0 && reserve0 != 0 && reserve1 != 0) {
                price0Sum += ((uint256(reserve1) << 112) / reserve0) * passed;
                price1Sum += ((uint256(reserve0) << 112) / reserve1) * passed;
            }
        }
        reserve0 = uint112(held0);
        reserve1 = uint112(held1);
        lastTime = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }
}
