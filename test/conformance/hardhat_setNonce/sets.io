// changes the chain
// Up and down.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x00000000000000000000000000000000000000e1","0x9"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x9"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["0x00000000000000000000000000000000000000e1","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x9"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setNonce","params":["0x00000000000000000000000000000000000000e1","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
