// In anvil's shape: numbers where anvil has numbers.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_nodeInfo","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"currentBlockNumber":"0x5","currentBlockTimestamp":"<number>","currentBlockHash":"${block5.hash}","hardFork":"Osaka","transactionOrder":"fees","environment":{"baseFee":"<quantity>","chainId":31,"gasLimit":"<quantity>","gasPrice":"<quantity>"},"forkConfig":{"forkUrl":null,"forkBlockNumber":null,"forkRetryBackoff":null}}}
