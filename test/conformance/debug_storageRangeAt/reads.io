// The first slot of the token by its hash, where the next piece begins, and null for an unknown block.
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block4.hash}",0,"${contract.token}","0x",1]}
<< {"jsonrpc":"2.0","id":1,"result":{"storage":"<object>","nextKey":"<hash32>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["${block4.hash}",0,"${contract.token}",null,1]}
<< {"jsonrpc":"2.0","id":1,"result":{"storage":"<object>","nextKey":"<hash32>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_storageRangeAt","params":["0x0000000000000000000000000000000000000000000000000000000000000001",0,"${contract.token}","0x",1]}
<< {"jsonrpc":"2.0","id":1,"result":null}
