// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromBlock":"pending"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.fromBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"toBlock":"newest"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.toBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromAddress":"0x1234"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.fromAddress>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"toAddress":[1]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.toAddress>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"count":"many"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"after":-1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.after>"}}
