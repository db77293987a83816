// changes the chain
// From an address that nobody impersonates; afterwards it is impersonated no more.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e2","0xde0b6b3a7640000"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendUnsignedTransaction","params":[{"from":"0x00000000000000000000000000000000000000e2","to":"0x00000000000000000000000000000000000000e2","gas":"0x5208","gasPrice":"0x3b9aca00","nonce":"0x0"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<hash32 as sent>"}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_dropTransaction","params":["${sent}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"0x00000000000000000000000000000000000000e2","to":"0x00000000000000000000000000000000000000e2"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming 0x00000000000000000000000000000000000000e2>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendUnsignedTransaction","params":[{"to":"0x00000000000000000000000000000000000000e2"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction.from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x00000000000000000000000000000000000000e2","0x0"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
