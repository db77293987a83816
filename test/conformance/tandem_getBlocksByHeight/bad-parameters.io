// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[1,0]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[1,129]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming count>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":["latest",1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[-1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming from>"}}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_getBlocksByHeight","params":[1,1,1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
