// keys held
// The data is an object, or its JSON text; the type of the domain follows from the domain.
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Note":[{"name":"text","type":"string"}]},"primaryType":"Note","domain":{"name":"Example"},"message":{"text":"hello"}}]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as signature>"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","{\"types\":{\"Note\":[{\"name\":\"text\",\"type\":\"string\"}]},\"primaryType\":\"Note\",\"domain\":{\"name\":\"Example\"},\"message\":{\"text\":\"hello\"}}"]}
<< {"jsonrpc":"2.0","id":1,"result":"${signature}"}
>> {"jsonrpc":"2.0","id":1,"method":"eth_signTypedData_v4","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","{\"domain\":{},\"primaryType\":\"EIP712Domain\",\"types\":{\"EIP712Domain\":[]}}"]}
<< {"jsonrpc":"2.0","id":1,"result":"<data as domain>"}
