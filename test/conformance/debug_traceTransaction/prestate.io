// What the accounts were before.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"prestateTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<object>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"prestateTracer","tracerConfig":{"diffMode":true}}]}
<< {"jsonrpc":"2.0","id":1,"result":{"pre":"<object>","post":"<object>"}}
