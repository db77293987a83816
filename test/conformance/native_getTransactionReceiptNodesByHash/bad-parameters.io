// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockHash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["0x1234","${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockHash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["latest","${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockHash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block2.hash}",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
