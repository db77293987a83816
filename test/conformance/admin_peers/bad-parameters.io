// What is malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"admin_peers","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_peers","params":[null]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
>> {"jsonrpc":"2.0","id":1,"method":"admin_peers","params":[{}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
