// A node without a Bitcoin node watches for nothing.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getForkAlerts","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":null}
