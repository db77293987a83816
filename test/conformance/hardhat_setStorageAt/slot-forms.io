// changes the chain
// The slot as a number, which is what cast rpc sends for digits, as decimal digits, and with leading zeros.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1",10,"0x2a"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000e1","0xa","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","10","0x2b"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000e1","0xa","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x000000000000000000000000000000000000000000000000000000000000002b"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x000000000000000000000000000000000000000000000000000000000000000a","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000e1","0xa","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
