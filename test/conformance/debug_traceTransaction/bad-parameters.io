// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["0x1234"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"nothing"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.tracer>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"enableMemory":"yes"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.enableMemory>"}}
