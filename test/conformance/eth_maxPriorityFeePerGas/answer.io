// What is to be added to the least price to arrive at eth_gasPrice.
>> {"jsonrpc":"2.0","id":1,"method":"eth_maxPriorityFeePerGas","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x38074300"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_maxPriorityFeePerGas"}
<< {"jsonrpc":"2.0","id":1,"result":"0x38074300"}
