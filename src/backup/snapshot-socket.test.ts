import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../metadata/testing/temporary.ts'
import { openLog } from '../telemetry/log.ts'
import { eventually, until } from '../testing/until.ts'
import { BackupError } from './backup-error.ts'
import type { Snapshot } from './snapshot.ts'
import { offerSnapshots, snapshotSocket } from './snapshot-socket.ts'

/** A folder with an offer of snapshots, which are made once `gate` resolves. */
async function openFolder(gate: Promise<void> = Promise.resolve()) {
  const dataDir = temporaryFolder()
  const folder = path.join(dataDir, 'snapshot')
  const make = async (): Promise<Snapshot> => {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'file'), '')
    await gate
    return { folder, folders: {}, at: '', tables: { events: 1, metadata: '' }, pausedMs: 0 }
  }
  const close = await offerSnapshots(dataDir, make, openLog('silent'))
  onTestFinished(close)
  return { dataDir, folder, close }
}

function request(dataDir: string): Socket {
  return connect(snapshotSocket(dataDir)).on('error', () => {})
}

async function answerOf(socket: Socket): Promise<unknown> {
  const [chunk] = await once(socket, 'data')
  return JSON.parse(String(chunk))
}

/** Requests snapshots until the service makes one: it may still be removing the previous one. */
const nextSnapshot = (dataDir: string, folder: string) =>
  until('a snapshot', async () => {
    const socket = request(dataDir)
    const answer = JSON.stringify(await answerOf(socket))
    expect(answer).toContain(answer.includes('snapshot') ? folder : 'Another backup is running.')
    return answer.includes('snapshot') && socket
  })

test('a snapshot is there as long as its connection; a second one is refused meanwhile', async () => {
  const { dataDir, folder } = await openFolder()
  expect(statSync(snapshotSocket(dataDir)).mode & 0o777).toBe(0o600)
  for (let round = 0; round < 2; round++) {
    const socket = await nextSnapshot(dataDir, folder)
    expect(await answerOf(request(dataDir))).toEqual({ error: 'Another backup is running.' })
    expect(existsSync(folder)).toBe(true)
    socket.destroy()
    await eventually(() => existsSync(folder)).toBe(false)
  }
})

test('nothing is left of a snapshot whose client was killed before it was made', async () => {
  const gate = Promise.withResolvers<void>()
  const { dataDir, folder } = await openFolder(gate.promise)
  const socket = request(dataDir)
  await eventually(() => existsSync(folder)).toBe(true)
  socket.destroy()
  gate.resolve()
  await eventually(() => existsSync(folder)).toBe(false)
  await nextSnapshot(dataDir, folder)
})

test('nothing is left of one when the service ends, or was killed', async () => {
  const { dataDir, folder, close } = await openFolder()
  await answerOf(request(dataDir))
  await close()
  expect(existsSync(folder)).toBe(false)

  const frozen = path.join(dataDir, 'events', 'shadow', 'millrace')
  for (const left of [folder, frozen]) mkdirSync(left, { recursive: true })
  writeFileSync(snapshotSocket(dataDir), '')
  onTestFinished(await offerSnapshots(dataDir, () => Promise.reject(new Error()), openLog('silent')))
  expect([folder, frozen].filter(left => existsSync(left))).toEqual([])
})

test('the service ends although a snapshot is still being made', async () => {
  const gate = Promise.withResolvers<void>()
  const { dataDir, folder, close } = await openFolder(gate.promise)
  request(dataDir)
  await eventually(() => existsSync(folder)).toBe(true)
  await close()
  gate.resolve()
  await eventually(() => existsSync(folder)).toBe(false)
})

test('why there is no snapshot is said', async () => {
  const dataDir = temporaryFolder()
  const make = () => Promise.reject(new BackupError('The events are on ClickHouse.'))
  onTestFinished(await offerSnapshots(dataDir, make, openLog('silent')))
  expect(await answerOf(request(dataDir))).toEqual({ error: 'The events are on ClickHouse.' })
})
