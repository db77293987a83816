// What it reverted with, or nothing.
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionError","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x"}
>> {"jsonrpc":"2.0","id":1,"method":"ots_getTransactionError","params":["${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
