// Only a filter of logs has logs.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_getFilterLogs","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
