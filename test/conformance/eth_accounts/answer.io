// The node holds no keys.
>> {"jsonrpc":"2.0","id":1,"method":"eth_accounts","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_accounts"}
<< {"jsonrpc":"2.0","id":1,"result":[]}
