// No such transaction, or one that still waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"trace_transaction","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_transaction","params":["${tx.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
