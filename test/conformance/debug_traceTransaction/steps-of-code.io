// The steps of a contract that reverted.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.failed}",{"disableStack":true,"disableStorage":true}]}
<< {"jsonrpc":"2.0","id":1,"result":{"gas":"<number>","failed":true,"returnValue":"0x08c379a000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000014696e73756666696369656e742062616c616e6365000000000000000000000000","structLogs":"<list>"}}
