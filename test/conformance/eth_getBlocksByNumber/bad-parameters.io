// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlocksByNumber","params":["0x1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
