// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["0x12","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${contract.token}","newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
