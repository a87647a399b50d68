import { expect, test } from 'vitest'
import { internalRead } from '../contract/internal-read.ts'
import { EngineUse } from './engine-use.ts'
import type { SqlClient } from './sql-client.ts'

/** `ask` starts a read, which runs until the returned function is called. */
function openUse() {
  const running: (() => void)[] = []
  const select = () => new Promise<string[][]>(resolve => running.push(() => resolve([])))
  // Only `select` is used here.
  const use = new EngineUse({ select } as unknown as SqlClient)
  const ask = () => {
    void use.client.select('SELECT 1', internalRead('short', 1))
    return () => running.shift()?.()
  }
  return { use, ask }
}

async function durationOf(wait: Promise<void>): Promise<number> {
  const start = performance.now()
  await wait
  return performance.now() - start
}

/** Timers may fire a moment early. */
const toleranceMs = 2

test('it waits once, even if the engine has long been quiet: an answer may be about to begin', async () => {
  const { use } = openUse()
  expect(use.quietMs).toBe(Number.POSITIVE_INFINITY)
  expect(await durationOf(use.untilQuiet(50, 60_000))).toBeGreaterThan(50 - toleranceMs)
})

test('it waits for a running read, but not beyond the limit', async () => {
  const { use, ask } = openUse()
  const end = ask()
  expect(await durationOf(use.untilQuiet(10, 60))).toBeGreaterThan(60 - toleranceMs)
  expect(use.quietMs).toBe(0)
  end()
})

test('a limit below the wanted time ends the first wait, too', async () => {
  const { use } = openUse()
  expect(await durationOf(use.untilQuiet(600_000, 20))).toBeLessThan(300_000)
})
