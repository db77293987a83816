// As it would be executed now; nothing is broadcast.
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["${raw.late}",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":{"output":"0x","stateDiff":null,"trace":[{"action":{"callType":"call","from":"${account7}","to":"${account8}","gas":"0x5208","input":"0x","value":"0x1"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"}}],"vmTrace":null}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${tx.late}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
