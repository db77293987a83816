// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["0x1234"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":[0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${unknown}",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
