// Of the main chain only: that of an uncle is null.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.sibling}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
