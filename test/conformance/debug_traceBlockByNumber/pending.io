// A sample of the next block: what waits and can run.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["pending",{"tracer":"noopTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"${tx.waiting}","result":{}},{"txHash":"${tx.creation}","result":{}}]}
