// A batch of nothing is no request.
>> []
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<text>"}}
