import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { readLedger, settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

const canMount = process.getuid?.() === 0
const skipNote = 'needs root: it mounts a disk of its own'
if (!canMount) console.warn(`scenarios/hard/disk-full.test.ts is skipped: ${skipNote}`)
beforeEach(({ skip }) => skip(!canMount, skipNote))
const mebibyte = 1024 ** 2
const floor = 64 * mebibyte

let disk: string
let ballast: string
let millrace: Millrace
let client: Client
beforeAll(async () => {
  disk = mkdtempSync(path.join(tmpdir(), 'disk-'))
  ballast = path.join(disk, 'ballast')
  if (!canMount) return
  mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk)
  millrace = await Millrace.start({
    MILLRACE_DATA_DIR: path.join(disk, 'data'),
    MILLRACE_DISK_FLOOR: String(floor),
  })
  client = new Client(millrace)
})
afterAll(async () => {
  if (canMount) {
    await millrace.remove()
    // Recently killed processes may still use it.
    await until('the end of the disk', () => spawnSync('umount', [disk]).status === 0)
  }
  rmdirSync(disk)
})

test.each([
  ['full below its floor', 201, () => fill(free() - floor / 2), () => rmSync(ballast)],
  // SQLite cannot write its log.
  ['full to the last byte', 503, () => fill(free()), () => rmSync(ballast)],
  // SQLite writes to files that are already open.
  ['read-only', 201, makeReadOnly, makeWritable],
])(
  'a disk that becomes %s: nothing is taken, everything else works, and ingest resumes on its own',
  async (name, tokenStatus, spoil, heal) => {
    const word = `filling${name.length}`
    expect(await client.send([{ message: `${word} before` }])).toBe(200)
    await until('the event before', async () => (await client.count(word)).events === 1)
    spoil()

    const refused = await until('a refusal', async () => {
      const answer = await client.post('/incoming', { events: [{ message: `probe ${word}` }] })
      await answer.arrayBuffer()
      return answer.status !== 200 && answer
    })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])

    // TCP senders wait: the service does not read what it cannot accept.
    const { host, port } = millrace.address('syslog_tcp')
    const socket = connect(port, host)
    const line = `<13>1 - h p - - - ${word} by tcp ${'x'.repeat(900)}\n`
    const lines = 20_000
    const sent = new Promise<void>(resolve => socket.end(line.repeat(lines), () => resolve()))
    socket.resume()

    expect((await client.count(`${word} before`)).events).toBe(1)
    const made = await client.post('/api/authtokens', { token_type: 'INGEST' })
    await made.arrayBuffer()
    expect(made.status).toBe(tokenStatus)
    expect((await client.get('/ping')).status).toBe(200)
    expect(await readLedger(client)).toMatchObject({ is_balanced: true })

    heal()
    await until('ingest to go on', async () => (await client.send([{ message: `${word} after` }])) === 200)
    await sent
    await until('all lines', async () => {
      const { occurrences } = await client.count(`"${word} by tcp"`)
      return occurrences === lines
    })
    await settledLedger(client)
  },
)

test('two servers on one folder: the second says so and ends', async () => {
  const second = Millrace.start({ MILLRACE_DATA_DIR: millrace.dataDir })
  await expect(second).rejects.toThrow(/is in use by another Millrace\. Stop that one first/)
  expect((await client.get('/ping')).status).toBe(200)
})

test('a read-only disk is refused at the start, with its reason', async () => {
  await millrace.stop()
  mount('-o', 'remount,ro', disk)
  await expect(millrace.restart()).rejects.toThrow(/read-only|readonly|EROFS/i)
  mount('-o', 'remount,rw', disk)
  await millrace.restart()
  expect(await client.send([{ message: 'writable again' }])).toBe(200)
  await settledLedger(client)
})

function mount(...options: string[]): void {
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${options.join(' ')}: ${stderr}`)
}

/**
 * As after a disk error: no file can be created or opened for writing; a real remount needs all of them
 * closed.
 */
function makeReadOnly(): void {
  mount('--bind', millrace.dataDir, millrace.dataDir)
  mount('-o', 'remount,bind,ro', millrace.dataDir)
}

function makeWritable(): void {
  const { status, stderr } = spawnSync('umount', [millrace.dataDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`umount: ${stderr}`)
}

/** Bytes. */
function free(): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** As many bytes as there is room for, up to this. */
function fill(bytes: number): void {
  writeFileSync(ballast, '')
  const piece = Buffer.alloc(mebibyte)
  try {
    for (let left = bytes; left > 0; left -= piece.length) writeFileSync(ballast, piece, { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  }
}
