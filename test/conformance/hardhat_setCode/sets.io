// changes the chain
// Runs from the next call on; empty code takes it away.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setCode","params":["0x00000000000000000000000000000000000000e1","0x602a60005260206000f3"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x602a60005260206000f3"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000e1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x000000000000000000000000000000000000000000000000000000000000002a"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setAccountCode","params":["0x00000000000000000000000000000000000000e1","0x"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
