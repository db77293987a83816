// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockDetails","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockDetails","params":["newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockDetails","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockDetails","params":[1.5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
