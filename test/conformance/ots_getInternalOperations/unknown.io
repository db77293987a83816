// There is no such transaction, or it waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getInternalOperations","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getInternalOperations","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
