// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block1.hash}","x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming index>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block1.hash}",0,"0x12"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block1.hash}",0,"${contract.token}","x",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming start>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block1.hash}",0,"${contract.token}","0x",-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block1.hash}",0,"${contract.token}","0x",1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
