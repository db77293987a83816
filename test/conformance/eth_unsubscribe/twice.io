// websocket only
// A subscription ends once.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"result":"<text as id>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["${id}"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
