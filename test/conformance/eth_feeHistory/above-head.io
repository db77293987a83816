// A run that ends above the head is refused.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
