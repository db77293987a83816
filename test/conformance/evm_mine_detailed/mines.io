// changes the chain
// The blocks that were mined, oldest first.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[{"blocks":2}]}
<< {"jsonrpc":"2.0","id":1,"result":["<object>","<object>"]}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[{"blocks":0}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
