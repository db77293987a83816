// Clients send data, input, or both alike.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","input":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd","input":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x00000000000000000000000000000000000000000000000000000000000f4240"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x18160ddd","input":"0x70a08231"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
