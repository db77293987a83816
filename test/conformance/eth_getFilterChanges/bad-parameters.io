// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming id>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming id>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":[null]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming id>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["0x2b1c6f3f0e0b4b6ca1f0c1b6ad6a6f0e",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
