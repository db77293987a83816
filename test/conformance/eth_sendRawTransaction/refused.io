// Refused transactions, in the words clients recognise.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.waiting}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"already known"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.outdated}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming nonce too low>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.unpaid}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming insufficient funds for gas * price + value>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.starved}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming intrinsic gas too low>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.foreign}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming invalid sender>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["${raw.cheap}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"<text naming transaction underpriced>"}}
