// What cannot be executed now.
>> {"jsonrpc":"2.0","id":1,"method":"trace_rawTransaction","params":["${raw.outdated}",["trace"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming nonce too low>"}}
