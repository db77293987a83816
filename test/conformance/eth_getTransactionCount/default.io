// Without a block, after the latest one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x7"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account1}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x2"}
