import type { Socket } from 'node:net'
import { BerReader } from 'ldapts'

/** An extended request with message id 1 and the name 1.3.6.1.4.1.1466.20037 (RFC 4511, 4.14). */
const request = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])
const extendedResponse = 0x78
const maxAnswerBytes = 4_096

/**
 * Requests TLS on this connection. Refuses unread bytes after the answer: an attacker on the network may
 * inject them, to be taken for encrypted ones later.
 */
export async function startTls(socket: Socket): Promise<void> {
  socket.write(request)
  const answer = await readAnswer(socket)
  const reader = new BerReader(answer)
  reader.readSequence()
  reader.readInt()
  reader.readSequence(extendedResponse)
  const code = reader.readEnumeration()
  if (code !== 0) throw new Error(`the server refuses StartTLS (result code ${code})`)
}

function readAnswer(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const end = (settle: () => void) => {
      socket.off('data', read)
      socket.off('close', closed)
      settle()
    }
    const closed = () => end(() => reject(new Error('the server closed the connection')))
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      try {
        const missing = missingBytes(received)
        if (missing < 0 || received.length > maxAnswerBytes)
          end(() => reject(new Error('the server sends more than an answer to StartTLS')))
        else if (missing === 0) end(() => resolve(received))
      } catch (error) {
        end(() => reject(error))
      }
    }
    socket.on('data', read)
    socket.on('close', closed)
  })
}

/** The number of missing bytes of a message; negative if there are too many. */
function missingBytes(received: Buffer): number {
  const reader = new BerReader(received)
  return reader.readSequence() === null ? 1 : reader.length - reader.remain
}
