// One that does not wait.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_dropTransaction","params":["${unknown}"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
