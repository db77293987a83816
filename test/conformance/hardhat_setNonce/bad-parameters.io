// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x1234","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x00000000000000000000000000000000000000e1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x00000000000000000000000000000000000000e1","0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x00000000000000000000000000000000000000e1","0x10000000000000000"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNonce","params":["0x00000000000000000000000000000000000000e1","0x1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
