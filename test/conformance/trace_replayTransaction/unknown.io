// There is no such transaction, or it waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${unknown}",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.waiting}",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
