// A script in JavaScript with its own options, also with overrides.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${account9}"},"latest",{"tracer":"{ count: 0, setup: function(config) { this.unit = JSON.parse(config).unit; }, step: function(log) { if (log.op.toString() === this.unit) this.count++; }, fault: function() {}, result: function(ctx) { return this.count + ' ' + this.unit + ' ' + ctx.type; } }","tracerConfig":{"unit":"PUSH0"},"stateOverrides":{"${account9}":{"code":"0x435f5260205ff3"}}}]}
<< {"jsonrpc":"2.0","id":1,"result":"2 PUSH0 CALL"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":[{"to":"${account9}"},"latest",{"tracer":"{ step: function(log) { log.stack.peek(0); }, fault: function() {}, result: function() {} }","stateOverrides":{"${account9}":{"code":"0x00"}}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming tracer accessed out of bound stack: size 0, index 0>"}}
