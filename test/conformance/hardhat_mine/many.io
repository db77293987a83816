// changes the chain
// Many blocks in one call; anvil's name answers null.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity>"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":["0x40","0x3c"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_mine","params":[3,10]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":[100001]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"<text>","data":{"limit":"mined-blocks","max":100000}}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
