// changes the chain
// Hashes of transactions that enter the pool.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newPendingTransactionFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.filler}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${tx.filler}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":["${tx.filler}"]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
