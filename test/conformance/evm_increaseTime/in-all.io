// changes the chain
// The answer is how far ahead the clock is in all.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":["0x64"]}
<< {"jsonrpc":"2.0","id":1,"result":"<number>"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_increaseTime","params":[100]}
<< {"jsonrpc":"2.0","id":1,"result":"<number>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":[10000000000000]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
