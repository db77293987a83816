// What it throws is the error of the whole request.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByHash","params":["${block4.hash}",{"tracer":"{ fault: function() {}, result: function(ctx) { if (ctx.error) throw ctx.error; } }"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"execution reverted    in server-side tracer function 'result'"}}
