// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNextBlockBaseFeePerGas","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming price>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNextBlockBaseFeePerGas","params":["low"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming price>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setNextBlockBaseFeePerGas","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming price>"}}
