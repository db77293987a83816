// An error of the contract's own has no text.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"${account1}","to":"${contract.token}","data":"0x40c10f19000000000000000000000000${bare.account1}0000000000000000000000000000000000000000000000000000000000000001"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x245aecd3000000000000000000000000${bare.account1}"}}
