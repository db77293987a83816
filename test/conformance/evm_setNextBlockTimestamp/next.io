// changes the chain
// The next block has it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setNextBlockTimestamp","params":["0x80000000"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setNextBlockTimestamp","params":[2147483649]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setNextBlockTimestamp","params":[2147483649]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timestamp>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setNextBlockTimestamp","params":[8640000000001]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timestamp>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
