// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"fromBlock":"newest"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.fromBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"toBlock":2}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.toBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"fromBlock":"0x02"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.fromBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"address":"0x1234"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"topics":"${topic.Transfer}"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.topics>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"topics":["0x12"]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.topics[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"topics":[null,null,null,null,null]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.topics>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"blockHash":"0x12"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter.blockHash>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"blockHash":"${block4.hash}","fromBlock":"0x4"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"blockHash":"${block4.hash}","toBlock":"0x4"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{"fromBlock":"0x3","toBlock":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming filter>"}}
