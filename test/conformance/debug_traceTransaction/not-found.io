// No such transaction, or one that still waits: null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${unknown}",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.waiting}",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
