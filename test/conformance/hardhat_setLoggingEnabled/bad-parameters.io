// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setLoggingEnabled","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enabled>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setLoggingEnabled","params":["yes"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming enabled>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setLoggingEnabled","params":[true,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
