// The head, or the block whose branch was chosen.
>> {"jsonrpc":"2.0","id":1,"method":"tandem_tip","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":["${block3.hash}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${block3.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_tip","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${block3.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_extend","params":[null]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
>> {"jsonrpc":"2.0","id":1,"method":"tandem_tip","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"${block5.hash}"}
