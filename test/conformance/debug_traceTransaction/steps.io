// Without a tracer every step; a transfer has none.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"gas":21000,"failed":false,"returnValue":"0x","structLogs":[]}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{}]}
<< {"jsonrpc":"2.0","id":1,"result":{"gas":21000,"failed":false,"returnValue":"0x","structLogs":[]}}
