// At most 2,000 blocks may be asked for, whether they are there yet or not; the error says which
// range would fit.
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromBlock":"0x1","toBlock":"0x7d1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"<text>","data":{"limit":"trace-range","max":2000,"suggestion":{"fromBlock":"0x1","toBlock":"0x7d0"}}}}
>> {"jsonrpc":"2.0","id":2,"method":"trace_filter","params":[{"fromBlock":"0x7","toBlock":"0x7d6","fromAddress":[]}]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
