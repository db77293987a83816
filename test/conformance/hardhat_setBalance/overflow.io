// A transfer that a recipient's balance cannot take is told apart from one that its sender cannot pay.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_setBalance","params":["0x000000000000000000000000000000000000e2ff","0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account0}","to":"0x000000000000000000000000000000000000e2ff","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"balance overflow: the recipient would have 2^256 wei or more"}}
