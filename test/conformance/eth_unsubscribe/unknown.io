// websocket only
// There is no such subscription.
>> {"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["0x2b1c6f3f0e0b4b6ca1f0c1b6ad6a6f0e"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
