// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming page>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4,-1,5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming page>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4,0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4,0,0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4,0,251]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming size>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":["newest",0,5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockTransactions","params":[4,0,5,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
