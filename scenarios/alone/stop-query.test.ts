import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillStore } from '../../bench/corpus.ts'
import { openQueryService } from '../../src/query/life/open.ts'
import type { Reader } from '../../src/query/query-service.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'

const rows = 1_000_000
/** Unix seconds. */
const end = Math.floor(Date.now() / 1_000)
const stops = 5
const longestMillis = 300
const lookMillis = 5
/** The allowance is this many times a trivial statement. */
const allowance = 5

const reader: Reader = {
  userId: 1,
  managesQueries: false,
  managesDashboards: false,
  managesWidgets: false,
  permissions: new Set(),
  hosts: ['*'],
}
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-stop-'))
let store: EmbeddedStore
beforeAll(async () => {
  store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: () => {} })
  await fillStore(store, rows, 1, end)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Clock milliseconds until the engine, polled repeatedly, runs the wanted number of statements that read
 * events.
 */
async function untilAtWork(wanted: boolean): Promise<number> {
  const since = performance.now()
  // Our own statement names the processes table.
  const statement = `SELECT count() FROM system.processes WHERE query LIKE '%millrace.events%' AND query NOT LIKE '%system.processes%'`
  for (;;) {
    const answer = await store.engine.run('short', statement)
    if ((Buffer.from(answer).toString().trim() !== '[0]') === wanted) return performance.now() - since
    await setTimeout(lookMillis)
  }
}

test('the engine no longer works for a query that was stopped', async () => {
  const queryService = openQueryService({
    store,
    timezone: 'UTC',
    log: () => {},
    limits: { answerWaitMs: 0 },
  })
  const millis: number[] = []
  const idle: number[] = []
  for (let i = 0; i < stops; i++) {
    const { query } = await queryService.create(reader, 'TopN', {
      // All filters differ.
      field: 'message',
      time_range: { ts_from: end - 86_400 - i, ts_to: end },
    })
    expect(query.status).toBe('IN_PROGRESS')
    await untilAtWork(true)
    idle.push(await untilAtWork(true))
    const stopped = queryService.stop(reader, String(query.query_id))
    millis.push(await untilAtWork(false))
    expect(await stopped).toMatchObject({ status: 'STOPPED' })
  }
  await queryService.close()
  const [stopped, asked] = [millis, idle].map(all => all.toSorted((a, b) => a - b)[stops >> 1] ?? Number.NaN)
  console.log(
    `until the engine had stopped: ${millis.map(Math.round).join(', ')} ms; to be told of it takes ${asked} ms`,
  )
  // That the stop is what ends it is tested in `src/storage/store/embedded/open.test.ts`, with a statement
  // that never ends.
  if (isIdleMachine) expect(stopped).toBeLessThan(longestMillis + allowance * (asked ?? 0))
})
