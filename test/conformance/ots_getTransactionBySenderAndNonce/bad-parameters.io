// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account0}","zero"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["0x12",0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
