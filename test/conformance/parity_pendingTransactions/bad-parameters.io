// What is malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":["many"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming limit>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming limit>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[null,[]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[null,{"from":{"eq":"0x1"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.from.eq>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[null,{"gas":{"eq":"0x1","lt":"0x2"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.gas>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[null,{"to":{"action":"call"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.to.action>"}}
>> {"jsonrpc":"2.0","id":1,"method":"parity_pendingTransactions","params":[null,null,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
