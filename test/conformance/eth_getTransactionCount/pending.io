// What cannot run yet is not counted.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account1}","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x2"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account5}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["${account5}","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
