// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["0x12",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming hash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming types>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.transfer}",["vmTrace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming vmTrace is not supported>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayTransaction","params":["${tx.transfer}",["trace","vmTrace","stateDiff"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming vmTrace is not supported>"}}
