// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["${unknown}",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
