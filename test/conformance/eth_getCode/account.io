// There is none at an account.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["${account0}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
