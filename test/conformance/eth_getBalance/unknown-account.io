// An account nobody knows has nothing.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
