// What is malformed is -32602, and the message names where it stands.
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.blockStateCalls>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{},{"calls":[{},{"to":"0x1"}]}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.blockStateCalls[1].calls[1].to>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"time":-1}}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.blockStateCalls[0].blockOverrides.time>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"stateOverrides":{"${account9}":{"movePrecompileToAddress":"${account0}"}}}]}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.blockStateCalls[0].stateOverrides.${account9}.movePrecompileToAddress>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}],"validation":"yes"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming simulation.validation>"}}
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}]},"newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming block>"}}
