// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["${account1}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["${account1}","latest",5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["${account1}",0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["${account1}",0,0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["${account1}",0,251]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
