// http only
// There is no connection to send notifications on.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<text naming WebSocket>"}}
