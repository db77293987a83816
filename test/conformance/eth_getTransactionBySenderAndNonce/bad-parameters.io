// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming sender>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account0}","zero"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account0}",0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["0x12","0x0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming sender>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionBySenderAndNonce","params":["${account0}","0x0",true]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
