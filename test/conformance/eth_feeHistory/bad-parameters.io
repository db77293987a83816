// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockCount>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":["x","latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockCount>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[-1,"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockCount>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming newestBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming newestBlock>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"latest",[101]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming rewardPercentiles[0]>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"latest",[50,10]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming rewardPercentiles>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_feeHistory","params":[1,"latest",50]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming rewardPercentiles>"}}
