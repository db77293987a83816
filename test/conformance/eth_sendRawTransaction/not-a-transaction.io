// Bytes that are no transaction.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x01"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0xc0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x0500000000000000000000000000000000000000000000000000000000000000000000000000000000"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
