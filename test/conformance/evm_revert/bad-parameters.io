// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming snapshot>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["first"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming snapshot>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_revert","params":[{}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming snapshot>"}}
