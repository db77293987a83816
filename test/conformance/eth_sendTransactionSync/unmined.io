// changes the chain
// While nothing is mined the time is up after the milliseconds that were asked for, and the transaction waits on.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x00000000000000000000000000000000000000e3"},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming 0x00000000000000000000000000000000000000e3>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e3","0xde0b6b3a7640000"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_impersonateAccount","params":["0x00000000000000000000000000000000000000e3"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x00000000000000000000000000000000000000e3","to":"0x00000000000000000000000000000000000000e3","gas":"0x5208","gasPrice":"0x3b9aca00","nonce":"0x0"},"0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":4,"message":"<text naming not mined>","data":"<hash32 as sent>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_dropTransaction","params":["${sent}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_stopImpersonatingAccount","params":["0x00000000000000000000000000000000000000e3"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e3","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
