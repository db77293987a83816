// By sender and destination: both must fit.
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromBlock":"0x1","fromAddress":"${account4}","toAddress":"${contract.token}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"action":{"callType":"call","from":"${account4}","to":"${contract.token}","gas":"0x186a0","input":"${data.failed}","value":"0x0"},"blockHash":"${block4.hash}","blockNumber":4,"transactionHash":"${tx.failed}","transactionPosition":4,"type":"call","subtraces":0,"traceAddress":[],"result":null,"error":"<text>"}]}
>> {"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{"fromBlock":"0x1","fromAddress":"${account4}","toAddress":"${account3}"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
