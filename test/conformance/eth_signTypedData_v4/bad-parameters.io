// keys held
// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming address>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming typedData>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{"types":{}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming expected typed data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}","{"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming expected typed data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{"types":{"Note":[{"name":"text","type":"string"}]},"primaryType":"Note","domain":{},"message":{"text":5}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming message.text: expected text>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{"types":{"Note":[{"name":"text","type":"string"}]},"primaryType":"Note","domain":{}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming message: expected an object of the type Note>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{"types":{},"primaryType":"Note","domain":{},"message":{}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming the type Note is not declared>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["${account0}",{},1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
