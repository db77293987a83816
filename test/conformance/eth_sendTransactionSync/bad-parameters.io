// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":["0x"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x12"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction.from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x00000000000000000000000000000000000000e1","data":"0x00","input":"0x01"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming transaction>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{},1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x00000000000000000000000000000000000000e1"},"soon"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timeout>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendTransactionSync","params":[{"from":"0x00000000000000000000000000000000000000e1"},60001]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timeout>"}}
