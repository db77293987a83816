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
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"gas":"0x10000000000000000"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction.gas>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"nonce":"0x10000000000000000"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction.nonce>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"type":"legacy"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction.type>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"type":"0x3"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blob transactions>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"type":"0x4"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming authorizationList>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_fillTransaction","params":[{"type":"0x7e"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming the type 0x0>"}}
