// No such place, or no such transaction: null.
>> {"jsonrpc":"2.0","id":1,"method":"trace_get","params":["${tx.forgive}",[1]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_get","params":["${tx.forgive}",[0,0,0]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_get","params":["${unknown}",[]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_get","params":["${tx.waiting}",[]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
