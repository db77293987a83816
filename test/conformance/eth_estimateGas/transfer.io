// A transfer costs 21,000.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
