// Number, tags, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"safe"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},"finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x1"},{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
