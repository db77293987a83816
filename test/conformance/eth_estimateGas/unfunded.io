// A step of the simulated transaction fails: the sender lacks balance.
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${delegator}","to":"${account1}","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for transfer"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"${account0}","to":"${account1}","value":"0x21e27c1806e59a40000"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for transfer"}}
