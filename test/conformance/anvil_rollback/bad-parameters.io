// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_rollback","params":["x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_rollback","params":[1000]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming depth>"}}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_rollback","params":[1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
