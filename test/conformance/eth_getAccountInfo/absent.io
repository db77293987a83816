// An absent account is empty.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${stranger}","earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0x0","nonce":"0x0","code":"0x"}}
