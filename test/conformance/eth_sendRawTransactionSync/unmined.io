// changes the chain
// While nothing is mined the time is up after the milliseconds that were asked for, and the transaction waits on.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}","0x1"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":4,"message":"<text naming not mined>","data":"${tx.late}"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["${raw.late}",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"already known"}}
>> {"jsonrpc":"2.0","id":1,"method":"hardhat_dropTransaction","params":["${tx.late}"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
