// What the pool refuses is refused at once.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["0x01"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.cheap}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction underpriced>"}}
