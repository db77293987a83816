// A balance as it should be.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${delegator}","to":"${account1}","value":"0x1"},"earliest",{"${delegator}":{"balance":"0xde0b6b3a7640000"}}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5208"}
