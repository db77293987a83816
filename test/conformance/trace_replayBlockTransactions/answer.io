// Every transaction of a block, with its hash.
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["0x2",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"output":"0x","stateDiff":null,"trace":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"}}],"vmTrace":null,"transactionHash":"${tx.transfer}"}]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["${block2.hash}",[]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"output":"0x","stateDiff":null,"trace":[],"vmTrace":null,"transactionHash":"${tx.transfer}"}]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["0x0",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["0xffffff",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":null}
