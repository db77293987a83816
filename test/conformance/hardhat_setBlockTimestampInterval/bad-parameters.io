// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBlockTimestampInterval","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming milliseconds>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBlockTimestampInterval","params":["x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming milliseconds>"}}
