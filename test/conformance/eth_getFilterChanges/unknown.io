// There is no such filter.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["0x2b1c6f3f0e0b4b6ca1f0c1b6ad6a6f0e"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"filter not found"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"filter not found"}}
