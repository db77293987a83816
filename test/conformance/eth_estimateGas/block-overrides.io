// The block as it should be; what is malformed is -32602.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"to":"${account9}"},"latest",{"${account9}":{"code":"0x6064431060095700005bfe"}},{"number":"0xc8"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}"},"latest",{},{"number":"0x64"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}"},"latest",{},7]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides>"}}
