// As the receipts trie holds it: a legacy receipt is an RLP list, a typed one begins with its type.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.listed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.dynamic}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.delegation}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.failed}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
