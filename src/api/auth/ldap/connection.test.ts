import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectionOptions, withConnection } from './connection.ts'

const granted = '300c02010178070a010004000400'
const plain: ConnectionOptions = { isEncrypted: false, caFile: undefined, timeoutMs: 30_000 }

/** The address of a server that behaves like this on each connection. */
async function serverThat(behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // The server listens on a port.
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function bindAt(url: string, options: Partial<ConnectionOptions>): Promise<void> {
  return withConnection(url, { ...plain, ...options }, client => client.bind('cn=a', 'secret'))
}

test.each([
  // A message injected on the way would be taken for an encrypted one.
  ['more than the answer', `${granted}300c02010261070a010004000400`, 'more than an answer to StartTLS'],
  ['more than the answer, in part', `${granted}300c0201`, 'more than an answer to StartTLS'],
  ['a refusal', '300c02010178070a013404000400', 'the server refuses StartTLS (result code 52)'],
  [
    'the refusal of Microsoft',
    '308400000010020101788400000007 0a013404000400'.replace(' ', ''),
    'result code 52',
  ],
  ['an answer to a bind', '300c02010161070a010004000400', 'Expected 0x78: got 0x61'],
  ['an endless answer', `3084ffffff00${'00'.repeat(5_000)}`, 'more than an answer to StartTLS'],
])('StartTLS: %s ends the connection before a password is sent', async (_, answer, reason) => {
  const received: Buffer[] = []
  const url = await serverThat(socket =>
    socket.on('data', chunk => {
      if (received.push(chunk) === 1) socket.write(Buffer.from(answer, 'hex'))
    }),
  )
  await expect(bindAt(url, { isEncrypted: true })).rejects.toThrow(reason)
  expect(Buffer.concat(received).toString('latin1')).not.toContain('secret')
})

test.each<[string, (socket: Socket) => void, boolean]>([
  ['says nothing', () => {}, true],
  ['says nothing', () => {}, false],
  [
    'grants TLS and has none',
    socket => void socket.once('data', () => socket.write(Buffer.from(granted, 'hex'))),
    true,
  ],
])('a server that %s ends with the time', async (_, behave, isEncrypted) => {
  const url = await serverThat(behave)
  await expect(bindAt(url, { isEncrypted, timeoutMs: 200 })).rejects.toThrow('no answer within 0.2 s')
})

test('a server that closes the connection is reported', async () => {
  const url = await serverThat(socket => socket.destroy())
  await expect(bindAt(url, { isEncrypted: true })).rejects.toThrow()
  await expect(bindAt(url, {})).rejects.toThrow()
})

test('an endless message ends the connection', async () => {
  const url = await serverThat(socket => {
    socket.write(Buffer.from('3084ffffff00', 'hex'))
    const send = () => {
      while (socket.writable && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', send)
    send()
  })
  await expect(bindAt(url, {})).rejects.toThrow('the server sends more than 4194304 bytes')
})
