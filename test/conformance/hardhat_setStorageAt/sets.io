// changes the chain
// A word, with its leading zeros or without.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","0x000000000000000000000000000000000000000000000000000000000000002a"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setAccountStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
