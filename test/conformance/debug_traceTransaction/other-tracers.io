// flatCallTracer with the place in the chain, 4byteTracer, noopTracer, and several by muxTracer.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"flatCallTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"},"blockHash":"${block2.hash}","blockNumber":2,"transactionHash":"${tx.transfer}","transactionPosition":0}]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"4byteTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"noopTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.failed}",{"tracer":"4byteTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{"0xa9059cbb-64":1}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"muxTracer","tracerConfig":{"4byteTracer":{},"flatCallTracer":{}}}]}
<< {"jsonrpc":"2.0","id":1,"result":{"4byteTracer":{},"flatCallTracer":[{"action":{"callType":"call","from":"${account1}","to":"${stranger}","gas":"0x5208","input":"0x","value":"0xde0b6b3a7640000"},"type":"call","subtraces":0,"traceAddress":[],"result":{"gasUsed":"0x5208","output":"0x"},"blockHash":"${block2.hash}","blockNumber":2,"transactionHash":"${tx.transfer}","transactionPosition":0}]}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"muxTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":{}}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceTransaction","params":["${tx.transfer}",{"tracer":"muxTracer","tracerConfig":{"callTracer":7}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<text naming options.tracerConfig.callTracer>"}}
