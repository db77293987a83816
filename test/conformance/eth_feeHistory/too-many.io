// Over a limit: its name and its value.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1025,"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"<text>","data":{"limit":"<text>","max":1024}}}
