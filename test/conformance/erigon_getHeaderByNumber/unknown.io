// There is no such block, hence null.
>> {"jsonrpc":"2.0","id":1,"method":"erigon_getHeaderByNumber","params":[16777215]}
<< {"jsonrpc":"2.0","id":1,"result":null}
