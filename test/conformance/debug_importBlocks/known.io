// Blocks the node has are not new; none are none.
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawBlock","params":["0x1"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as one>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_getRawBlock","params":["0x2"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as two>"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[["${one}","${two}"]]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
>> {"jsonrpc":"2.0","id":1,"method":"debug_importBlocks","params":[[]]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0"}
