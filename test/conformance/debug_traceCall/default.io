// Without a block after the latest one, without a tracer every step.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"gas":"<number>","failed":false,"returnValue":"0x00000000000000000000000000000000000000000000000000000000000f4240","structLogs":"<list>"}}
