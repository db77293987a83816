// There is no such method.
>> {"jsonrpc":"2.0","id":"x","method":"eth_nothing","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":"x","method":"ETH_CHAINID","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":"x","method":"toString","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":"x","method":"eth_sign","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":"x","method":"personal_sign","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
>> {"jsonrpc":"2.0","id":"x","method":"","params":[]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"<text>"}}
