// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[true]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":["later"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[{"blocks":"many"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timestamp>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[1,2]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
