// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_reset","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_reset","params":[{"forking":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.forking>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_reset","params":[{},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_reset","params":[{"forking":{"jsonRpcUrl":"nowhere"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.forking.jsonRpcUrl>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_reset","params":[{"forking":{"blockNumber":1}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.forking>"}}
