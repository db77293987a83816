// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["68656c6c6f"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":[5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["0x","0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
