import { readFile } from 'node:fs/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { BerReader, Client } from 'ldapts'
import type { DirectoryOptions } from './options.ts'

/** StartTLS (RFC 4511, 4.14): an extended request with message id 1 and the name 1.3.6.1.4.1.1466.20037. */
const startTlsRequest = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])

/** The BER tag of the answer. */
const extendedResponse = 0x78
const maxAnswerBytes = 4_096

/** Enough for the entry of a person with thousands of groups, or for the entries of a thousand groups. */
const maxReceivedBytes = 4_194_304

const defaultPorts = { 'ldap:': 389, 'ldaps:': 636 }

export type ConnectionOptions = Pick<DirectoryOptions, 'isEncrypted' | 'caFile' | 'timeoutMs'>

/**
 * Connects to a server and calls `talk`. The timeout covers everything, including TLS. After it, or if the
 * server sends too much, the connection is closed and this throws.
 */
export async function withConnection<Result>(
  url: string,
  { isEncrypted, caFile, timeoutMs }: ConnectionOptions,
  talk: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { hostname, port, protocol } = new URL(url)
  const isLdaps = protocol === 'ldaps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  // It may reject when it is no longer awaited, which must not become an unhandled rejection.
  failed.catch(() => {})
  const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
  const socket = connect({ host, port: Number(port) || defaultPorts[isLdaps ? 'ldaps:' : 'ldap:'] })
  // TLS and requests report their errors themselves. Without a listener, a socket error would end the
  // program.
  socket.on('error', fail)
  const converse = async () => {
    await once(socket, 'connect')
    if (!isLdaps && isEncrypted) await startTls(socket)
    const stream = isLdaps || isEncrypted ? await secure(socket, host, caFile) : socket
    let received = 0
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxReceivedBytes) return
      stream.destroy()
      fail(new Error(`the server sends more than ${maxReceivedBytes} bytes`))
    })
    // The URL is unused, since the connection already exists.
    const client = new Client({ url: 'ldap://directory', createConnection: () => stream })
    try {
      return await talk(client)
    } finally {
      client.unbind().catch(() => {})
    }
  }
  try {
    return await Promise.race([converse(), failed])
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

async function secure(socket: Socket, host: string, caFile: string | undefined) {
  const ca = caFile === undefined ? {} : { ca: await readFile(caFile) }
  const name = isIP(host) === 0 ? { servername: host } : {}
  const stream = connectTls({ socket, host, ...name, ...ca, minVersion: 'TLSv1.2' })
  await once(stream, 'secureConnect')
  return stream
}

function once(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
  })
}

/**
 * Asks the server for TLS on this connection. Throws if more bytes follow the answer: an attacker on the
 * network could inject them unencrypted, and they would later be read as if they had come encrypted.
 */
async function startTls(socket: Socket): Promise<void> {
  socket.write(startTlsRequest)
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
        const missingCount = missingBytes(received)
        if (missingCount < 0 || received.length > maxAnswerBytes)
          end(() => reject(new Error('the server sends more than an answer to StartTLS')))
        else if (missingCount === 0) end(() => resolve(received))
      } catch (error) {
        end(() => reject(error))
      }
    }
    socket.on('data', read)
    socket.on('close', closed)
  })
}

/** The number of missing bytes of a message; 1 if its length is unknown, negative if there are too many. */
function missingBytes(received: Buffer): number {
  const reader = new BerReader(received)
  return reader.readSequence() === null ? 1 : reader.length - reader.remain
}
