// There is no such transaction, or it waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionError","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionError","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
