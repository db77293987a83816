// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":["many"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blocks>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":[1,"x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming interval>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_mine","params":[1,1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
