import { expect, onTestFinished, test, vi } from 'vitest'
import { maxWaitMs } from '../../../testing/until.ts'
import { EngineUse } from '../../clients/engine-use.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { emptyAccount, type Scope } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { TileBuilder } from './builder.ts'
import type { Rollup } from './rollup.ts'
import type { RollupSource } from './rollup-source.ts'
import { allRows } from './row-condition.ts'

const start = Date.UTC(2026, 0, 1) / 1000
const day = 86_400

test('counts of a question that is asked again and again are made, no matter how many others are asked a few times', async () => {
  // The engine is never idle.
  const store = await openTestStore({ rollups: { minRows: 0, minAsked: 2, quietMs: 500, maxWaitMs: 1_000 } })
  const occurrences = [start * 1_000_000]
  const tags = { user: 'eve' }
  await store.append(
    spoolFile(rowsOf({ id: 1, occurrences, ...ordinary, host: 'fw-1', message: 'login', tags })),
  )
  const scope: Scope = { from: start, to: start + day, predicate: { kind: 'const', value: true } }
  const statementsOf = async (tag: string) => {
    const account = emptyAccount()
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 30, account } as const
    await store.topValues(scope, { field: { tag: [tag] }, ignoreEmpty: true, limit: 9 }, read)
    return account.statements
  }
  let others = 0
  const askOthers = async () => {
    for (let i = 0; i < 12; i++) {
      others++
      for (let times = 0; times < 3; times++) await statementsOf(`tag${others}`)
    }
  }
  await vi.waitFor(
    async () => {
      await askOthers()
      expect(await statementsOf('user')).toBe(0)
    },
    { timeout: maxWaitMs(), interval: 1 },
  )
  await store.close()
})

/**
 * A builder whose tiles never complete and that reports whose tiles it makes. `ask` starts a statement on the
 * engine, which runs until the returned function is called.
 */
function openBuilder(onBuild: (name: string) => void) {
  const running: (() => void)[] = []
  const select = () => new Promise<string[][]>(resolve => running.push(() => resolve([])))
  let looks = 0
  class WatchedUse extends EngineUse {
    override get isIdle() {
      looks++
      return super.isIdle
    }
  }
  // The builder only uses the client through the rollups, and these parts of the source.
  const use = new WatchedUse({ select } as unknown as SqlClient)
  const bounds = { maxBytes: 1e9, rowsPerStatement: 1e6, quietMs: 0, maxWaitMs: 1e6 }
  const source = { ...bounds, estimateRows: () => 1e6 } as unknown as RollupSource
  const builder = new TileBuilder(source, use, {
    keeps: () => true,
    usedBytes: () => 0,
    evict: () => {},
    exclude: () => {},
    log: () => {},
  })
  onTestFinished(() => builder.close())
  const request = (name: string) => {
    const rollup = {
      fields: ['host'],
      where: allRows,
      ids: { size: 1 },
      usedBytes: () => 0,
      has: () => false,
      covers: () => false,
      catchUp: async () => {},
      build: async () => onBuild(name),
    } as unknown as Rollup
    const span = { from: start, to: start + day }
    builder.request({ key: name, rollup, span, coarsest: 'day', isWatched: false })
  }
  const ask = () => {
    void use.client.select('SELECT 1', internalRead('short', 1))
    return () => running.shift()?.()
  }
  return { builder, request, ask, looks: () => looks }
}

test('a question whose counts never come to be leaves others their turn', async () => {
  const built: string[] = []
  const { builder, request } = openBuilder(name => {
    built.push(name)
    // The question is being watched.
    if (name === 'greedy' && built.length < 100) request('greedy')
  })
  for (let times = 0; times < 10; times++) request('greedy')
  for (let times = 0; times < 3; times++) request('modest')
  await builder.settled()
  expect(built.slice(0, 3)).toContain('modest')
})

test('the end of a long statement is waited for, not looked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const built: string[] = []
  const { builder, request, ask, looks } = openBuilder(name => built.push(name))
  const end = ask()
  request('hosts')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(built).toEqual([])
  expect(looks()).toBeLessThan(5)
  end()
  await builder.settled()
  expect(built).toContain('hosts')
})
