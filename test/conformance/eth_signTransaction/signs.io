// keys held
// A missing nonce is filled in, and nothing is sent.
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTransaction","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","gas":"0x5208","gasPrice":"0x77359400"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as raw>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTransaction","params":[{"to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","nonce":"0x0","gas":"0x5208","gasPrice":"0x77359400"}]}
<< {"jsonrpc":"2.0","id":1,"result":"${raw}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTransaction","params":[{"from":"0x00000000000000000000000000000000000000e1","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming unknown account>"}}
