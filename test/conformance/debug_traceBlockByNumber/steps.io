// Without a tracer every step.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"${tx.transfer}","result":{"gas":21000,"failed":false,"returnValue":"0x","structLogs":[]}}]}
