// A call that cannot begin refuses the simulation as a whole; an unknown block is null.
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"${account0}","to":"${account1}"}]}],"validation":true}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-38012,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0x1"}}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-38020,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}]},"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
