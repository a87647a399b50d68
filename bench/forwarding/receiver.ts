// A receiver that reads everything and keeps nothing, in a process of its own. Prints its port.
import { createServer } from 'node:net'

const server = createServer(socket => {
  socket.on('error', () => {})
  socket.resume()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(address.port)
})
