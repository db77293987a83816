// flatCallTracer with the place of each transaction.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x2",{"tracer":"flatCallTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"${tx.transfer}","result":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"},"blockHash":"${block2.hash}","blockNumber":2,"transactionHash":"${tx.transfer}","transactionPosition":0}]}]}
