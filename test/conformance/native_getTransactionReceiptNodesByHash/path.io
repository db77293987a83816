// More receipts, more nodes.
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block4.hash}","${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<list>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block3.hash}","${tx.root}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<list>"}
