import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A syslog receiver over TCP that counts octets, as RFC 6587 describes it. */
export interface SyslogReceiver {
  port: number
  /** The frames that it received whole. */
  lines: string[]
  /** Connections so far, and these that are open. */
  connections: () => number
  open: () => number
  /** Resets all connections. */
  reset(): void
  /** Stops listening and resets all connections. `listen` begins again, on the same port. */
  stop(): Promise<void>
  listen(): Promise<void>
}

export async function openSyslogReceiver(): Promise<SyslogReceiver> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(socket => {
    connections++
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('data', data => {
      rest = Buffer.concat([rest, data])
      for (;;) {
        const space = rest.indexOf(0x20)
        const end = space + 1 + Number(rest.toString('latin1', 0, space))
        if (space === -1 || rest.length < end) return
        lines.push(rest.toString('utf8', space + 1, end))
        rest = rest.subarray(end)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) =>
    new Promise<number>(resolve =>
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
  const port = await listen(0)
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const stop = async () => {
    const closed = new Promise(resolve => server.close(resolve))
    reset()
    await closed
  }
  onTestFinished(async () => {
    if (server.listening) await stop()
  })
  return {
    port,
    lines,
    connections: () => connections,
    open: () => sockets.size,
    reset,
    stop,
    listen: async () => void (await listen(port)),
  }
}
