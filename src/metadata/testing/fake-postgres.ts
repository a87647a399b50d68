import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server with the protocol of PostgreSQL that executes nothing. */
interface FakePostgres {
  /** For MILLRACE_POSTGRES_URL. */
  url: string
  /** The parameters of each connection, in the order of the connections. */
  startups: Map<string, string>[]
  /** Refuses later connections with an SQLSTATE code; undefined: accepts them. */
  refuse: (code: string | undefined) => void
}

/**
 * `answers`: by a part of a statement, the boolean column of its only row. Other statements return no rows.
 */
export async function openFakePostgres(
  answers: Readonly<Record<string, string>> = {},
): Promise<FakePostgres> {
  const startups: Map<string, string>[] = []
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', startup => {
      startups.push(parametersOf(startup))
      if (refusal !== undefined) {
        socket.end(errorMessage(refusal))
        return
      }
      answerStatements(socket, answers)
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/fake`,
    startups,
    refuse: code => {
      refusal = code
    },
  }
}

function answerStatements(socket: Socket, answers: Readonly<Record<string, string>>): void {
  let received: Buffer = Buffer.alloc(0)
  const texts = new Map<string, string>()
  let text = ''
  const columnOf = () => Object.entries(answers).find(([part]) => text.includes(part))?.[1]
  const answer = (kind: string, body: Buffer): Buffer[] => {
    const [first = '', second = ''] = body.toString().split('\0')
    if (kind === 'P') texts.set(first, second)
    if (kind === 'B') text = texts.get(second) ?? ''
    if (kind === 'D') return [columnOf() === undefined ? message('n') : rowDescription(columnOf() ?? '')]
    if (kind === 'E') return columnOf() === undefined ? [done] : [trueRow, done]
    if (kind === 'Q') return [done, ready]
    if (kind === 'P') return [message('1')]
    if (kind === 'B') return [message('2')]
    return kind === 'S' ? [ready] : []
  }
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    const sent: Buffer[] = []
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const end = 1 + received.readInt32BE(1)
      sent.push(...answer(String.fromCharCode(received[0] ?? 0), received.subarray(5, end)))
      received = received.subarray(end)
    }
    socket.write(Buffer.concat(sent))
  })
}

function parametersOf(startup: Buffer): Map<string, string> {
  const words = startup.subarray(8).toString().split('\0')
  const pairs = words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ''] as const] : []))
  return new Map(pairs)
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const ready = message('Z', Buffer.from('I'))
const done = message('C', Buffer.from('SELECT 0\0'))
const trueRow = message('D', int16(1), int32(1), Buffer.from('t'))

/** One column of booleans. */
function rowDescription(column: string): Buffer {
  const type = [int32(0), int16(0), int32(16), int16(1), int32(-1), int16(0)]
  return message('T', int16(1), Buffer.from(`${column}\0`), ...type)
}

function errorMessage(code: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0C${code}\0Mthe fake server refuses\0\0`))
}
