// There is no such transaction, or it waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"ots_traceTransaction","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_traceTransaction","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
