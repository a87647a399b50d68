import { readFile } from 'node:fs/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Client } from 'ldapts'
import type { DirectoryOptions } from './options.ts'
import { startTls } from './start-tls.ts'

/** Enough for a person with thousands of groups, or a thousand groups. */
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
  // May reject when it is no longer awaited.
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
