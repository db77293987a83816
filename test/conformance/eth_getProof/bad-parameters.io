// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["0x1234",[]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming slots>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${contract.token}","0x0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming slots>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${contract.token}",["x"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming slots[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getProof","params":["${contract.token}",[],"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
