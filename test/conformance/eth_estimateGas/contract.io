// A call of a contract, with data, input or both.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}","from":"${account0}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"to":"${contract.token}","input":"0x18160ddd"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity as supply>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"to":"${contract.token}","data":"0x18160ddd","input":"0x18160ddd"}]}
<< {"jsonrpc":"2.0","id":1,"result":"${supply}"}
