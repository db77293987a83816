// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"0xffffff",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},{"blockHash":"${unknown}"},{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
