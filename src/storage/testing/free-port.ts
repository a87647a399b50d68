import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to listeners of port 0. */
const minPort = 20_000
const endPort = 32_000
const portsOfProcess = 60

/** Processes begin at different ports: one could take a port that another has just found free. */
let next = minPort + ((process.pid * portsOfProcess) % (endPort - minPort))

/** A port on loopback that is free for TCP and UDP, and which no other process is given meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < endPort - minPort; tries++) {
    const port = next
    next = port + 1 < endPort ? port + 1 : minPort
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const socket = createSocket('udp4')
  server.listen(port, '127.0.0.1')
  socket.bind(port, '127.0.0.1')
  const opened = await Promise.allSettled([once(server, 'listening'), once(socket, 'listening')])
  await new Promise<void>(resolve => server.close(() => resolve()))
  await new Promise<void>(resolve => socket.close(resolve))
  return opened.every(({ status }) => status === 'fulfilled')
}
