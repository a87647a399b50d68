import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Engine } from '../../clients/engine/engine.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { migrate } from './migrate.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const memory = 900_000_000

test('a process that is no longer the only one to migrate goes no further; the next one continues from there', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-migrate-'))
  const engine = new Engine({ folder, memory, log: () => {} })
  onTestFinished(() => engine.close())
  await engine.open()
  const [shard] = statementClient(engine, memory).shards
  const ran: number[] = []
  const known = [1, 2, 3].map(version => ({
    ...{ version, name: `step ${version}` },
    run: async () => void ran.push(version),
  }))
  const versions = async () =>
    (await shard.select('SELECT version FROM millrace.versions ORDER BY version', read)).flat()
  // The lock is lost while the second step runs.
  const check = async () => {
    if (ran.includes(2)) throw new Error('lost')
  }
  await expect(migrate(shard, known, check)).rejects.toThrow('lost')
  expect([ran, await versions()]).toEqual([[1, 2], [1]])
  await migrate(shard, known)
  expect([ran, await versions()]).toEqual([
    [1, 2, 2, 3],
    [1, 2, 3],
  ])
})
