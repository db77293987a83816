// A creation: what was run, and what was left.
>> {"jsonrpc":"2.0","id":1,"method":"trace_transaction","params":["${tx.deployment}"]}
<< {"jsonrpc":"2.0","id":1,"result":[{"action":{"creationMethod":"create","from":"${account0}","gas":"0x1e8480","init":"${init.token}","value":"0x0"},"blockHash":"${block3.hash}","blockNumber":3,"transactionHash":"${tx.deployment}","transactionPosition":0,"type":"create","subtraces":0,"traceAddress":[],"result":{"gasUsed":"${gas.deployment}","code":"<data>","address":"${contract.token}"}}]}
