// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getBlockDetails","params":[16777215]}
<< {"jsonrpc":"2.0","id":1,"result":null}
