// A call that cannot begin refuses the simulation as a whole; an unknown block is null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"${account0}","to":"${account1}"}]}],"validation":true}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-38012,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0x1"}}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-38020,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}]},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"${account0}","to":"${account1}","chainId":"0x1"}]}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"chainId does not match node's (have=1, want=31)"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"${account0}","to":"${account1}","blobVersionedHashes":[]}]}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.blockStateCalls[0].calls[0].blobVersionedHashes>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}]},"0xabababababababababababababababababababababababababababababababab"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
