// changes the chain
// At a time, and several at once.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":["0x80000000"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}
<< {"jsonrpc":"2.0","id":1,"result":"<object>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[{"timestamp":"0x80000100","blocks":3}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[{"timestamp":"0x80000100"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timestamp>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
