// Of somebody who sent nothing.
>> {"jsonrpc":"2.0","id":1,"method":"anvil_removePoolTransactions","params":["${stranger}"]}
<< {"jsonrpc":"2.0","id":1,"result":null}
