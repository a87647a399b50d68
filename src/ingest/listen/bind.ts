import { once } from 'node:events'
import { chmod, lstat, unlink } from 'node:fs/promises'
import { connect, type ListenOptions, type Server } from 'node:net'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { BindAddress } from './settings.ts'

/** Connections that wait to be accepted; the kernel may allow fewer. */
const backlog = 1_024

/**
 * Binds a server. Replaces a socket that a killed process left in the file system, and no other file. Rejects
 * with an Error that says why.
 */
export async function bind(server: Server, at: BindAddress): Promise<void> {
  if (at.path === undefined) return listen(server, { host: at.host, port: at.port, exclusive: true, backlog })
  const { path, mode } = at
  try {
    await listen(server, { path, backlog })
  } catch (error) {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error
    // Connecting to a plain file fails like connecting to an abandoned socket.
    if (!(await lstat(path)).isSocket())
      throw new Error(`${path} already exists, and is not a socket`, { cause: error })
    if (await hasListener(path)) throw error
    await unlink(path)
    await listen(server, { path, backlog })
  }
  await chmod(path, mode)
}

async function listen(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

/** Whether a process listens on a socket of the file system; true also when unknown. */
function hasListener(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect({ path })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
}
