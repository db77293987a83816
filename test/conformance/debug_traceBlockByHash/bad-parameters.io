// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["${block2.hash}",{"tracer":"nothing"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.tracer>"}}
