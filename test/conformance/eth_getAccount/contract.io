// A contract has a storage and a code of its own.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getAccount","params":["${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"nonce":"0x1","balance":"0x0","storageRoot":"<hash32>","codeHash":"<hash32>"}}
