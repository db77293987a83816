// Calls, depth first; a transfer is one call.
>> {"jsonrpc":"2.0","id":1,"method":"ots_traceTransaction","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"type":"CALL","depth":0,"from":"${account1}","to":"${stranger}","value":"0xde0b6b3a7640000","input":"0x","output":"0x"}]}
>> {"jsonrpc":"2.0","id":1,"method":"ots_traceTransaction","params":["${tx.build}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<list>"}
