// changes the chain
// At once on latest and pending, without a block; under the other names too.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e1","0x64"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x64"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x64"}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_setBalance","params":["0x00000000000000000000000000000000000000e1","0x65"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x65"}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setAccountBalance","params":["0x00000000000000000000000000000000000000e1","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
