// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[null]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"0x1234","to":"${account1}"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"to":"${account1}","value":"1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"${block2.hash}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"latest",{"${contract.token}":1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming overrides.${contract.token}>"}}
