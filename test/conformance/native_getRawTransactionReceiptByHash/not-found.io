// No such transaction, or one that still waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
