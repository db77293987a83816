// At most 100 traces.
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"count":101}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"<text>","data":{"limit":"<text>","max":100}}}
