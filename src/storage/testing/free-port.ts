import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to listeners of port 0. */
const minPort = 20_000
const endPort = 32_000
const portsOfProcess = 60

/** Processes begin at different ports: one could take a port that another has just found free. */
let next = minPort + ((process.pid * portsOfProcess) % (endPort - minPort))

/** A free port on loopback, which no other process is given meanwhile. */
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
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
