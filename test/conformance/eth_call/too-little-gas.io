// The gas provided is not enough.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account0}","to":"${contract.token}","data":"0x18160ddd","gas":"0x5300"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming out of gas>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account0}","to":"${contract.token}","data":"0x18160ddd","gas":"0x5000"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming intrinsic gas too low>"}}
