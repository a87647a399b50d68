import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { linkSpool } from '../ingest/spool/spool-links.ts'
import { lockFolder } from '../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../metadata/database/metadata-error.ts'
import { takeNextKey } from '../metadata/secrets/instance-key.ts'
import { readKeyFingerprint } from '../metadata/sqlite/key-fingerprint.ts'
import { metadataFile } from '../metadata/sqlite/open.ts'
import { hasErrorCode } from '../schema/error-code.ts'
import { BackupError } from './backup-error.ts'
import { openFolderEngine } from './folder-engine.ts'
import { requireOwner } from './folder-owner.ts'
import { makeSnapshot, removeSnapshot, type Snapshot } from './snapshot.ts'
import { type SnapshotAnswer, snapshotSocket } from './snapshot-socket.ts'

/** A snapshot that disposal removes. */
export type OpenSnapshot = Snapshot & AsyncDisposable

/** Far above the two minutes after which the service gives up a snapshot (snapshot.ts). */
const answerTimeoutMs = 600_000
const removalTimeoutMs = 120_000
const maxAnswerBytes = 65_536

interface FolderOptions {
  dataDir: string
  /** Used if the snapshot is made here. A running service takes these folders from its settings. */
  folders: Snapshot['folders']
  /** Bytes that the engine may use when it has to be started. */
  memory: number
  log: (message: string) => void
}

/** Lets the running service make a snapshot of its data folder, or makes it here if no service runs. */
export async function openSnapshot(options: FolderOptions): Promise<OpenSnapshot> {
  const { dataDir } = options
  if (!existsSync(metadataFile(dataDir)) || !existsSync(path.join(dataDir, 'events')))
    throw new BackupError(
      `There is no Millrace with events and metadata in ${dataDir}: set MILLRACE_DATA_DIR to its folder.`,
    )
  await requireOwner(dataDir)
  let unlock: () => void
  try {
    unlock = lockFolder(dataDir)
  } catch (error) {
    // Another process has the lock.
    if (error instanceof MetadataError) return await snapshotOfService(dataDir)
    throw error
  }
  try {
    const snapshot = await snapshotOfFolder(options)
    return {
      ...snapshot,
      async [Symbol.asyncDispose]() {
        await removeSnapshot(dataDir).finally(unlock)
      },
    }
  } catch (error) {
    // The next snapshot removes what this one leaves behind.
    await removeSnapshot(dataDir).catch(() => {})
    unlock()
    throw error
  }
}

/** Makes a snapshot of a folder that no service uses. */
async function snapshotOfFolder({ dataDir, folders, memory, log }: FolderOptions): Promise<Snapshot> {
  await using engine = await openFolderEngine({ dataDir, memory, log })
  const spool = path.join(dataDir, 'spool')
  // Stands for the ingest of a running service.
  const intake = {
    pauseDelivery: async () => {},
    resumeDelivery: async () => true,
    // Links all spool files: only a running ingest worker knows which of them the store has. A start in the
    // restored folder finds out.
    linkSpool: (target: string) =>
      linkSpool(spool, { find: () => undefined, isSettled: () => false }, target),
  }
  const snapshot = await makeSnapshot({ dataDir, client: engine.client, intake, folders })
  // If a key rotation was killed, completes it in the data folder, as the next opening of the metadata would:
  // the key that a backup copies from there must open the metadata of the snapshot.
  takeNextKey(dataDir, readKeyFingerprint(metadataFile(snapshot.folder)))
  // Without a service, no events waited.
  return { ...snapshot, pausedMs: 0 }
}

/** Lets the running service make a snapshot, which exists as long as the connection to it. */
async function snapshotOfService(dataDir: string): Promise<OpenSnapshot> {
  const file = snapshotSocket(dataDir)
  const socket = connect(file)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'ECONNREFUSED')) throw error
    throw new BackupError(
      `The Millrace that uses ${dataDir} accepts no backups at ${file}: it is starting or stopping, is an older version, or another command is using the folder. Try again, or stop it for the backup.`,
    )
  }
  // `close` follows each error.
  socket.on('error', () => {})
  const answer = await readAnswer(socket.setTimeout(answerTimeoutMs, () => socket.destroy()))
  socket.setTimeout(0)
  if (answer === undefined) throw new BackupError('The service ended, or did not answer within ten minutes.')
  if ('error' in answer) {
    socket.destroy()
    throw new BackupError(answer.error)
  }
  return {
    ...answer.snapshot,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => socket.once('close', resolve))
      socket.end().setTimeout(removalTimeoutMs, () => socket.destroy())
      // The service closes the connection once the snapshot is removed.
      if (!socket.closed) await closed
    },
  }
}

/** Reads the answer of the service. Undefined if the connection ends before a whole line. */
async function readAnswer(socket: Socket): Promise<SnapshotAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
    if (text.endsWith('\n')) resolve(text)
    else if (text.length > maxAnswerBytes) socket.destroy()
  })
  socket.once('close', () => resolve(undefined))
  const line = await promise
  // Written by the service of this data folder, which this user owns.
  return line === undefined ? undefined : (JSON.parse(line) as SnapshotAnswer)
}
