// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["0x1",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["${raw.fresh}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming types>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["${raw.fresh}",["vmTrace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming vmTrace is not supported>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["0x",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["0x00",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["0x01",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["0xc0",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
