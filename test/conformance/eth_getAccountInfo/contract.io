// A contract, and before it was made.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${contract.leaf}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0x0","nonce":"0x1","code":"${code.leaf}"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccountInfo","params":["${contract.leaf}","earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"balance":"0x0","nonce":"0x0","code":"0x"}}
