// Nothing was sent from or to this account.
>> {"jsonrpc":"2.0","id":1,"method":"ots_searchTransactionsBefore","params":["0x9999999999999999999999999999999999999999",0,5]}
<< {"jsonrpc":"2.0","id":1,"result":{"txs":[],"receipts":[],"firstPage":true,"lastPage":true}}
