// One call, without children.
>> {"jsonrpc":"2.0","id":1,"method":"trace_transaction","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"blockHash":"${block2.hash}","blockNumber":2,"transactionHash":"${tx.transfer}","transactionPosition":0,"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"}}]}
