// What is missing, malformed or too many is -32602, and the sentence names it.
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":[5]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["0x123"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["nonsense"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
>> {"jsonrpc":"2.0","id":1,"method":"mnr_submitBitcoinBlock","params":["00","00"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
