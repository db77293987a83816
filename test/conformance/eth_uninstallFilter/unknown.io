// There is no such filter.
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["0x2b1c6f3f0e0b4b6ca1f0c1b6ad6a6f0e"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["x"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
