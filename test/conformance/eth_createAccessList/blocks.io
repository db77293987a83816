// Number, tags, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[{"address":"${contract.token}","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000002"]}],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[{"address":"${contract.token}","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000002"]}],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"safe"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>"}}
