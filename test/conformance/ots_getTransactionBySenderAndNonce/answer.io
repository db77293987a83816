// The hash of a mined transaction; null for one that waits and for one there is none of.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account1}",0]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.transfer}"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account1}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.legacy}"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account2}",0]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.dynamic}"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account4}",0]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.failed}"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account0}",6]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.forgive}"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account0}",7]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionBySenderAndNonce","params":["${account9}",0]}
<< {"jsonrpc":"2.0","id":1,"result":null}
