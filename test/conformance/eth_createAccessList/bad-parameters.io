// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"0x1234"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.to>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":5}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming call.data>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_createAccessList","params":[{"to":"${contract.token}","data":"0x18160ddd"},"latest",5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming overrides>"}}
