// Number and tags.
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x2",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"${tx.transfer}","result":{"from":"${account1}","gas":"0x5208","gasUsed":"0x5208","to":"${stranger}","input":"0x","value":"0xde0b6b3a7640000","type":"CALL"}}]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x1",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["earliest",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["safe",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["finalized",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[]}
>> {"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["0x4",{"tracer":"callTracer"}]}
<< {"jsonrpc":"2.0","id":1,"result":[{"txHash":"${tx.legacy}","result":{"from":"${account1}","gas":"0x5208","gasUsed":"0x5208","to":"${account2}","input":"0x","value":"0x5","type":"CALL"}},{"txHash":"${tx.listed}","result":{"from":"${account0}","gas":"0x186a0","gasUsed":"${gas.listed}","to":"${contract.token}","input":"${data.listed}","value":"0x0","type":"CALL","output":"0x0000000000000000000000000000000000000000000000000000000000000001"}},{"txHash":"${tx.dynamic}","result":{"from":"${account2}","gas":"0x5208","gasUsed":"0x5208","to":"${account3}","input":"0x","value":"0x7","type":"CALL"}},{"txHash":"${tx.delegation}","result":{"from":"${account3}","gas":"0x30d40","gasUsed":"${gas.delegation}","to":"${stranger}","input":"0x","value":"0x0","type":"CALL"}},{"txHash":"${tx.failed}","result":{"from":"${account4}","gas":"0x186a0","gasUsed":"${gas.failed}","to":"${contract.token}","input":"${data.failed}","value":"0x0","type":"CALL","output":"0x08c379a000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000014696e73756666696369656e742062616c616e6365000000000000000000000000","error":"execution reverted","revertReason":"insufficient balance"}}]}
