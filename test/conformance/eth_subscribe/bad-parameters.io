// websocket only
// What is missing or malformed is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming type>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["blocks"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming type>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming type>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"address":"0x1234"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"topics":["0x1"]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.topics[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["transactionReceipts",{"transactionHashes":["0x1234"]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.transactionHashes[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["logs",{"transactionHashes":["${unknown}"]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transactionReceipts>"}}
