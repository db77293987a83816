// The gas provided is what a simulated transaction may take at most.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${contract.token}","data":"0x18160ddd","gas":"0x5300"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming gas required exceeds allowance>"}}
