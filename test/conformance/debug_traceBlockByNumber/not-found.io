// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x6"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0xffffff",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
