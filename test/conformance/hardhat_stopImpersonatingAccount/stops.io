// changes the chain
// Answers whether there was anything to stop.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_impersonateAccount","params":["0x00000000000000000000000000000000000000e1"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_stopImpersonatingAccount","params":["0x00000000000000000000000000000000000000e1"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_stopImpersonatingAccount","params":["0x00000000000000000000000000000000000000e1"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
