// There is no branch of a block that nobody knows.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
