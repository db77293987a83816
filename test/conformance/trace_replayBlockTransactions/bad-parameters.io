// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["pending",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming types>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_replayBlockTransactions","params":["0x2",["vmTrace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming vmTrace is not supported>"}}
