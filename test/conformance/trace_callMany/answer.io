// One after the other.
>> {"jsonrpc":"2.0","id":1,"method":"trace_callMany","params":[[[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["trace"]],[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},[]]],"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"output":"0x00000000000000000000000000000000000000000000000000000000000f4240","stateDiff":null,"trace":[{"action":{"callType":"call","from":"${account0}","to":"${contract.token}","gas":"0x186a0","input":"0x18160ddd","value":"0x0"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"<quantity>","output":"0x00000000000000000000000000000000000000000000000000000000000f4240"}}],"vmTrace":null},{"output":"0x00000000000000000000000000000000000000000000000000000000000f4240","stateDiff":null,"trace":[],"vmTrace":null}]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_callMany","params":[[]]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_callMany","params":[[[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},[]]],"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_callMany","params":[[],"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
