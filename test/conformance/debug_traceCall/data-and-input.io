// Clients send data, input, or both alike.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","input":"0x18160ddd"},"latest",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"from":"${account0}","gas":"0x186a0","gasUsed":"<quantity>","to":"${contract.token}","input":"0x18160ddd","output":"0x00000000000000000000000000000000000000000000000000000000000f4240","value":"0x0","type":"CALL"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd","input":"0x18160ddd"},"latest",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"from":"${account0}","gas":"0x186a0","gasUsed":"<quantity>","to":"${contract.token}","input":"0x18160ddd","output":"0x00000000000000000000000000000000000000000000000000000000000f4240","value":"0x0","type":"CALL"}}
