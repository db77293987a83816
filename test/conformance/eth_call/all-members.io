// Every member of a call object, and what the specification does not know is not minded.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","gasPrice":"0x3b9aca00","value":"0x0","data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","maxFeePerGas":"0x3b9aca00","maxPriorityFeePerGas":"0x1","value":"0x0","data":"0x18160ddd","type":"0x2","chainId":"0x1f","accessList":[]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":null,"to":"${contract.token}","gas":null,"data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
