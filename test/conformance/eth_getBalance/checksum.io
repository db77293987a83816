// An address may be in any case.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0c9bab2400000"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x21e19e0c9bab2400000"}
