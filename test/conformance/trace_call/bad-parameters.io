// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"to":"0x12"},["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.to>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming types>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},"trace"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming types>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["vmTrace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming vmTrace is not supported>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["trace"],"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["trace"],"latest",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
