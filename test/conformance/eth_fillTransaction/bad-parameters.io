// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"from":"0x12"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction.from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"gasPrice":"0x1","maxFeePerGas":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
