// Without a block, after the latest one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["${stranger}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xde0b6b3a7640000"}
