// changes the chain
// Everybody, then nobody.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_autoImpersonateAccount","params":[true]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"anvil_autoImpersonateAccount","params":[false]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"0x00000000000000000000000000000000000000e1","to":"0x00000000000000000000000000000000000000e1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming 0x00000000000000000000000000000000000000e1>"}}
