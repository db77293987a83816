// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x1234","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming position>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}",2,"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming position>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x00000000000000000000000000000000000000000000000000000000000000000","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming position>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${contract.token}","0x0","newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
