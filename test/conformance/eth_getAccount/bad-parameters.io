// What is missing or malformed is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["0x1234","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${contract.leaf}","newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${contract.leaf}",false]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
