// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["f86b"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":[{}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.fresh}","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
