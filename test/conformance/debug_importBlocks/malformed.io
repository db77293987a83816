// Bytes that are no block name the parameter.
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["0x"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks[0]>","data":{"imported":{"blocks":0,"added":0}}}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["0xc0"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks[0]>","data":{"imported":{"blocks":0,"added":0}}}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["0x1234"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks[0]>","data":{"imported":{"blocks":0,"added":0}}}}
