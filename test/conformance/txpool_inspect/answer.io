// One line each, in geth's words.
>> {"jsonrpc":"2.0","id":1,"method":"txpool_inspect","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":{"pending":{"${account0}":{"7":"${contract.token}: 0 wei + 100000 gas × 1000000000 wei"},"${account5}":{"0":"contract creation: 0 wei + 2000000 gas × 1000000000 wei"}},"queued":{"${account1}":{"3":"${account2}: 1 wei + 21000 gas × 1000000000 wei"}}}}
