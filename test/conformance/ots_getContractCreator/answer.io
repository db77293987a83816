// The transaction and who executed the creation, a contract's own creations too; null for an account without code.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getContractCreator","params":["${contract.token}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.deployment}","creator":"${account0}"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getContractCreator","params":["${contract.nest}"]}
<< {"jsonrpc":"2.0","id":1,"result":{"hash":"${tx.build}","creator":"${contract.root}"}}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getContractCreator","params":["${contract.nested}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getContractCreator","params":["${account1}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getContractCreator","params":["${stranger}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
