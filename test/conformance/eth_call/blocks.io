// Number, tags, and objects of EIP-1898.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000064"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"earliest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000066"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"safe"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},"finalized"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},{"blockNumber":"0x2"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}","data":"0x70a08231000000000000000000000000${bare.account1}"},{"blockHash":"${block2.hash}"}]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
