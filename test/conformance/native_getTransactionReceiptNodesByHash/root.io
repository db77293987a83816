// A trie of one receipt is one node, whose hash is the root of the receipts.
>> {"jsonrpc":"2.0","id":1,"method":"native_getTransactionReceiptNodesByHash","params":["${block2.hash}","${tx.transfer}"]}
<< {"jsonrpc":"2.0","id":1,"result":["<data as node>"]}
>> {"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${node}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block2.receiptsRoot}"}
