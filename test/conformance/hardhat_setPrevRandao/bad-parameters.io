// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setPrevRandao","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setPrevRandao","params":["0x7"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setPrevRandao","params":[7]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming value>"}}
