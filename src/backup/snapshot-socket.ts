import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { thrownText } from '../schema/thrown-text.ts'
import type { Log } from '../telemetry/log.ts'
import { removeSnapshot, type Snapshot } from './snapshot.ts'

/** The answer on a connection: one line of JSON. */
export type SnapshotAnswer = { snapshot: Snapshot } | { error: string }

/** Maximum bytes of a Unix socket's path. */
const maxPathBytes = 107
/** Maximum time of a copy: a snapshot keeps merged parts on the disk. */
const maxAgeMs = 86_400_000
const closeTimeoutMs = 2_000

/** Path of the socket on which a running service offers snapshots. */
export function snapshotSocket(dataDir: string): string {
  return path.join(dataDir, 'backup.sock')
}

/**
 * Listens on a socket in the data folder, to which only the folder's owner can connect, and makes a snapshot
 * for a client. Refuses other clients meanwhile. Removes the snapshot when the client disconnects, so that a
 * killed copy leaves nothing. First removes the snapshot and the socket of an earlier process. Returns a
 * function that stops listening.
 */
export async function offerSnapshots(
  dataDir: string,
  make: () => Promise<Snapshot>,
  log: Log,
): Promise<() => Promise<void>> {
  const file = snapshotSocket(dataDir)
  await removeSnapshot(dataDir)
  await rm(file, { force: true })
  if (Buffer.byteLength(file) > maxPathBytes) {
    log.warn(`The path ${file} is too long for a socket: millrace backup needs this service stopped`)
    return async () => {}
  }
  /** The client that is served. */
  let current: { socket: Socket; done: Promise<void> } | undefined
  const server = createServer({ allowHalfOpen: true }, socket => {
    socket.on('error', () => {})
    if (current !== undefined) {
      answer(socket, { error: 'Another backup is running.' })
      socket.destroySoon()
      return
    }
    current = { socket, done: serve(socket).finally(() => (current = undefined)) }
  })

  async function serve(socket: Socket): Promise<void> {
    const clientLeft = new Promise<void>(resolve => {
      for (const event of ['end', 'close']) socket.once(event, () => resolve())
    })
    // Discards input: without reading, the end of the client would not be noticed.
    socket.resume()
    socket.setTimeout(maxAgeMs, () => socket.destroy())
    try {
      const snapshot = await make()
      log.info(`A snapshot for a backup was made; events waited in the spool for ${snapshot.pausedMs} ms`)
      answer(socket, { snapshot })
      await clientLeft
    } catch (error) {
      log.error({ err: error }, 'A snapshot for a backup could not be made')
      answer(socket, { error: thrownText(error) })
    }
    await removeSnapshot(dataDir).catch(error =>
      log.error({ err: error }, 'The snapshot of a backup could not be removed; the next start does it'),
    )
    // Signals to the client that the snapshot is removed.
    socket.end()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })
  server.on('error', error => log.error({ err: error }, 'A connection for a backup could not be accepted'))
  await chmod(file, 0o600)
  return async () => {
    server.close()
    current?.socket.destroy()
    // A snapshot that waits for the store ends with ingest, which is closed next.
    await Promise.race([current?.done, setTimeout(closeTimeoutMs, undefined, { ref: false })])
  }
}

function answer(socket: Socket, line: SnapshotAnswer): void {
  if (socket.writable) socket.write(`${JSON.stringify(line)}\n`)
}
