// What it did and what it changed: the sender paid, the recipient is new, the recipient of fees has them.
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.transfer}",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":{"output":"0x","stateDiff":null,"trace":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"}}],"vmTrace":null}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.transfer}",["stateDiff","trace"]]}
<< {"jsonrpc":"2.0","id":1,"result":{"output":"0x","stateDiff":"<object>","trace":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"}}],"vmTrace":null}}
