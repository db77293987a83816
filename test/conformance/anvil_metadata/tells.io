// In anvil's shape, with the snapshots.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_metadata","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"clientVersion":"<text>","chainId":31,"instanceId":"<hash32>","latestBlockNumber":5,"latestBlockHash":"${block5.hash}","snapshots":{}}}
