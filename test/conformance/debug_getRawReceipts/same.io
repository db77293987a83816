// What native_getRawTransactionReceiptByHash gives one by one.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0x5"]}
<< {"jsonrpc":"2.0","id":1,"result":["<data as first>","<data as second>"]}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.build}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${first}"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.forgive}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${second}"}
