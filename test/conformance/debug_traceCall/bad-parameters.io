// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"0x1234"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.to>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"latest",{"tracer":"nothing"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.tracer>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"latest",{"blockOverrides":7}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.blockOverrides>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"latest",{"txIndex":-1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.txIndex>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${contract.token}"},"latest",{"timeout":"soon"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.timeout>"}}
