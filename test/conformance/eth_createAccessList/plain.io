// A transfer touches nothing that could be listed.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"from":"${account0}","to":"${account1}","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"0x5208"}}
