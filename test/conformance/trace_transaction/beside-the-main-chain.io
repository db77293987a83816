// A transaction of an uncle has no traces.
>> {"jsonrpc":"2.0","id":1,"method":"trace_transaction","params":["${tx.sibling}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
