// A value the sender does not have.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${delegator}","to":"${account1}","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for transfer"}}
