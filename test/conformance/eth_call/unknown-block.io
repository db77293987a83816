// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
