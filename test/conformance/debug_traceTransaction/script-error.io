// One that is no tracer, one that throws, and one that is no JavaScript.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"{ result: function() {} }"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"trace object must expose a function fault()"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"{ fault: function() {}, result: function() { throw 'mine'; } }"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"mine    in server-side tracer function 'result'"}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"{ fault: function() {"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming SyntaxError>"}}
