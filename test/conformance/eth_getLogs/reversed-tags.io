// Tags too must not be the wrong way around.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x5","toBlock":"earliest"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming fromBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"latest","toBlock":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming fromBlock>"}}
