// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}","soon"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timeout>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}",60001]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timeout>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}",-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timeout>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}","0x1",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
