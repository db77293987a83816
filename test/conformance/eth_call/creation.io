// Without a destination it is a creation, which returns the code.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"data":"0x600160005360016000f3"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x01"}
