// In Hardhat's shape.
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_metadata","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"clientVersion":"<text>","chainId":31,"instanceId":"<hash32>","latestBlockNumber":5,"latestBlockHash":"${block5.hash}"}}
