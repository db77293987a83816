// There is no such block, by height or by hash, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["trace"],"0xffffff"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":1,"method":"trace_call","params":[{"from":"${account0}","to":"${contract.token}","gas":"0x186a0","data":"0x18160ddd"},["trace"],"0xabababababababababababababababababababababababababababababababab"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
