import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { Load } from '../testing/load.ts'
import { Millrace } from '../testing/millrace.ts'
import { SentMessages } from '../testing/sent-messages.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'
import { faultsOfRound } from '../testing/verify.ts'

/** Acknowledged over HTTP before the backup; 10,000 a second arrive over TCP beside them. */
const events = Number(process.env.BACKUP_EVENTS ?? 4_000)
/** Kills of the service during backups. */
const kills = Number(process.env.KILLS ?? 0)

const folder = mkdtempSync(path.join(tmpdir(), 'backups-'))
let millrace: Millrace
let restored: Millrace | undefined
beforeAll(async () => {
  millrace = await Millrace.start()
})
afterAll(async () => {
  await millrace?.remove()
  await restored?.remove()
  rmSync(folder, { recursive: true })
})

const snapshot = () => path.join(millrace.dataDir, 'snapshot')

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Starts a backup and waits until the service makes a snapshot for it. */
async function untilSnapshot(name: string): Promise<ChildProcess> {
  const child = millrace.command('backup', path.join(folder, name))
  await until('a snapshot', () => existsSync(snapshot()))
  return child
}

test('a backup under load restores to exactly what was acknowledged; one that is killed leaves nothing and holds up nothing', async () => {
  const killed = await untilSnapshot('killed')
  killed.kill('SIGKILL')
  await until('the end of its snapshot', () => !existsSync(snapshot()))
  for (let kill = 0; kill < kills; kill++) {
    const unserved = ended(await untilSnapshot(`unserved-${kill}`))
    await millrace.kill9()
    await unserved
    await millrace.restart()
    expect(existsSync(snapshot())).toBe(false)
  }

  const load = new Load(millrace)
  load.start()
  await load.acknowledged(events)
  const before = new Set(load.ledger.acknowledged)
  const repeatsBefore = new Map([...load.repeats].map(([message, times]) => [message, times.length]))
  const backup = path.join(folder, 'backup')
  const made = await ended(millrace.command('backup', backup))
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^backed up \d+ rows of events on 2[12] days/),
  })
  expect(existsSync(snapshot())).toBe(false)
  await load.stop()
  await settledLedger(millrace.client)
  expect(
    readdirSync(folder).filter(name => !name.endsWith('.partial') && !name.startsWith('unserved')),
  ).toEqual(['backup'])

  const verified = await ended(millrace.command('verify', backup))
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(`${backup} is sound`) })
  const dataDir = path.join(folder, 'data')
  expect(await ended(millrace.command('restore', backup, dataDir))).toMatchObject({ code: 0 })
  restored = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
  // The users come from the backup.
  const client = new Client({ url: restored.url, token: millrace.token })
  const { rounds, repeats } = load
  const [sent = new SentMessages()] = rounds
  expect(await faultsOfRound({ word: load.word, rounds: [asOf(before, sent)] }, client, 0)).toEqual([])
  for (const [message, times] of repeats) {
    const occurrences = (await client.events(`"${message}"`)).reduce((sum, { counter }) => sum + counter, 0)
    expect(occurrences).toBeGreaterThanOrEqual(repeatsBefore.get(message) ?? 0)
    expect(occurrences).toBeLessThanOrEqual(times.length)
  }
  await settledLedger(client)
})

/** What a store may contain that got all of `acknowledged`, and stopped getting anything some time later. */
function asOf(acknowledged: ReadonlySet<string>, sent: SentMessages): SentMessages {
  const then = new SentMessages()
  for (const message of acknowledged) then.acknowledged.add(message)
  for (const message of [...sent.acknowledged, ...sent.unacknowledged]) then.unacknowledged.add(message)
  then.streams.push(...sent.streams.map(({ messages }) => ({ messages, complete: false })))
  return then
}
