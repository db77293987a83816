// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming seconds>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming seconds>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":["soon"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming seconds>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":[1,2]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
