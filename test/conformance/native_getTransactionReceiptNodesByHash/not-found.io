// The transaction is not in that block, or there is no such block: null.
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block3.hash}","${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block2.hash}","${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${unknown}","${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block5.hash}","${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
