// changes the chain
// To what is there.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e1","0x64"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_addBalance","params":["0x00000000000000000000000000000000000000e1","0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000e1","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x69"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e1","0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_addBalance","params":["0x00000000000000000000000000000000000000e1","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming wei>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e1","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
