// A filter ends once.
>> {"jsonrpc":"2.0","id":1,"method":"eth_newBlockFilter","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as filter>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_uninstallFilter","params":["${filter}"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
