// An RLP list.
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByHash","params":["${block0.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByHash","params":["${block1.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
>> {"jsonrpc":"2.0","id":1,"method":"native_getRawBlockHeaderByHash","params":["${block4.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data>"}
