// A contract has code from its creation on, an account without code has none; an unknown block gives null.
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${contract.token}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":true}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${contract.token}",0]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${account1}","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":false}
>> {"jsonrpc":"2.0","id":1,"method":"ots_hasCode","params":["${contract.token}",16777215]}
<< {"jsonrpc":"2.0","id":1,"result":null}
