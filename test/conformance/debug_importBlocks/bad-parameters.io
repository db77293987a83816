// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":["0x00"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["0x1"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[[],5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming highestBlock>"}}
