// What was touched before it reverted, and why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"from":"${account0}","to":"${contract.token}","data":"0xa9059cbb00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"accessList":[],"gasUsed":"<quantity>","error":"<text>"}}
