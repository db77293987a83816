// Clients estimate a creation without a destination.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","data":"${init.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"<quantity>"}
