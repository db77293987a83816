// Malformed block overrides are -32602, and so is what this chain does not have.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},[]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{"number":"latest"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides.number>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{"time":-1}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides.time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{"feeRecipient":"0x12"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides.feeRecipient>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{"blobBaseFee":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides.blobBaseFee>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{"withdrawals":[{}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming blockOverrides.withdrawals>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract.token}"},"latest",{},{},{}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming parameters>"}}
