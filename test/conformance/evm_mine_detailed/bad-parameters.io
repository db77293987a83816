// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[true]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[{"blocks":"many"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[1]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming timestamp>"}}
>> {"jsonrpc":"2.0","id":1,"method":"evm_mine_detailed","params":[1,2]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
