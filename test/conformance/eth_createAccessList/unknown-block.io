// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},{"blockHash":"${unknown}"}]}
<< {"jsonrpc":"2.0","id":1,"result":null}
