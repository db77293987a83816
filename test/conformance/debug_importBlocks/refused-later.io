// The data of a refusal counts the blocks before the refused one, which remain, and the new ones among them.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawBlock","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as one>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["${one}","0xc0"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks[1]>","data":{"imported":{"blocks":1,"added":0}}}}
