// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":[7]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getUncleCountByBlockHash","params":["${block1.hash}",true]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
