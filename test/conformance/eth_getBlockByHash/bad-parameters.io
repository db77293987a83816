// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["0x1234"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${block2.hash}00"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${block2.hash}","true"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming full>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${block2.hash}",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming full>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${block2.hash}",true,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
