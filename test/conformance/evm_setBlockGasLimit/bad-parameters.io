// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_setBlockGasLimit","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming gasLimit>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setBlockGasLimit","params":["much"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming gasLimit>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_setBlockGasLimit","params":[-1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming gasLimit>"}}
