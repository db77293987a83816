// The contract and the slot it read.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[{"address":"${contract.token}","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000002"]}],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[{"address":"${contract.token}","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000002"]}],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd","from":"${account0}"},"0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[{"address":"${contract.token}","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000002"]}],"gasUsed":"<quantity>"}}
