// Only the outermost call.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.forgive}",{"tracer":"callTracer","tracerConfig":{"onlyTopCall":true}}]}
<< {"jsonrpc":"2.0","id":1,"result":{"from":"${account0}","gas":"0x7a120","gasUsed":"${gas.forgive}","to":"${contract.root}","input":"${data.forgive}","value":"0x0","type":"CALL","output":"0x000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000096e6f7420746f6461790000000000000000000000000000000000000000000000"}}
