// keys held
// The message has the prefix of EIP-191, and another account has no key here.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sign","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0xdeadbeef"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xa114c834af73872c6c9efe918d85b0b1b34a486d10f9011e2630e28417c828c060dbd65cda67e73d52ebb7c555260621dbc1b0b4036acb61086bba091ac3f1641b"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sign","params":["0x00000000000000000000000000000000000000e1","0xdeadbeef"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming unknown account>"}}
