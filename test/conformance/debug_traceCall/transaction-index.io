// With an index, on the state before that transaction of the block; overrides apply then. A block without it is refused.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"0x3",{"tracer":"callTracer","txIndex":"0x0"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"from":"${account0}","gas":"0x186a0","gasUsed":"<quantity>","to":"${contract.token}","input":"0x18160ddd","value":"0x0","type":"CALL"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},{"blockHash":"${block3.hash}"},{"tracer":"callTracer","txIndex":1}]}
<< {"jsonrpc":"2.0","id":1,"result":{"from":"${account0}","gas":"0x186a0","gasUsed":"<quantity>","to":"${contract.token}","input":"0x18160ddd","output":"0x00000000000000000000000000000000000000000000000000000000000f4240","value":"0x0","type":"CALL"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"0x3",{"txIndex":"0x0","stateOverrides":{"${contract.token}":{"code":"0x435f5260205ff3"}}}]}
<< {"jsonrpc":"2.0","id":1,"result":{"gas":"<number>","failed":false,"returnValue":"0x0000000000000000000000000000000000000000000000000000000000000003","structLogs":"<list>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"0x3",{"txIndex":"0x63"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction index 99>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"earliest",{"txIndex":"0x0"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction index 0>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"pending",{"txIndex":"0x0"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction index>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"0x1869f",{"txIndex":"0x0"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
