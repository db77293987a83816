// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x1234","0x0","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming position>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1",-1,"0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming position>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","0x000000000000000000000000000000000000000000000000000000000000002a00"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setStorageAt","params":["0x00000000000000000000000000000000000000e1","0x0","0x000000000000000000000000000000000000000000000000000000000000002a",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
