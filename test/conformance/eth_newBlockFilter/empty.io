// What was there before is not told.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterChanges","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
