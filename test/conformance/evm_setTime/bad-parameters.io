// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_setTime","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setTime","params":["noon"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setTime","params":[9000000000000000]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setTime","params":[1,2]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
