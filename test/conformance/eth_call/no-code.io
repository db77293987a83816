// A call of an account returns nothing.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${account1}"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${account1}","data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
