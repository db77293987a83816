// The only receipt of a block is all the trie is made of.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawTransactionReceiptByHash","params":["${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as receipt>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawReceipts","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":["${receipt}"]}
