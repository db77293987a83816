// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
