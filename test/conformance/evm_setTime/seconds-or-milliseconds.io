// changes the chain
// Seconds and milliseconds are told apart by their size.
>> {"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as before>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setTime","params":[2147483648]}
<< {"jsonrpc":"2.0","id":1,"result":"<number>"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setTime","params":[2147483648000]}
<< {"jsonrpc":"2.0","id":1,"result":"<number>"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["${before}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
