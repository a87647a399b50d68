import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { eventually, maxWaitMs } from '../../../testing/until.ts'
import { engineCodes } from '../engine-error.ts'
import { Engine } from './engine.ts'

/** An engine on an empty folder, and its log; `onLog` runs before the next process starts. */
function anEngine(openTimeoutsMs: readonly number[], onLog: () => void = () => {}) {
  const logged: string[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-engine-'))
  const log = (message: string) => {
    logged.push(message)
    onLog()
  }
  return { engine: new Engine({ folder, memory: 900_000_000, log, openTimeoutsMs }), logged }
}

test('an engine that hangs while it opens the folder is killed, and the next one opens it', async () => {
  const { engine, logged } = anEngine([500, 60_000])
  const opening = engine.open()
  process.kill(engine.pid ?? 0, 'SIGSTOP')
  await opening
  expect(Buffer.from(await engine.run('short', 'SELECT 1')).toString()).toBe('[1]\n')
  expect(logged).toEqual([
    'the event store could not be opened: the engine did not answer for 0.5 s and was killed. (try 1 of 2, the next begins)',
  ])
  await engine.close()
})

test('the memory of the process is known, and how often one became ready', async () => {
  const { engine } = anEngine([60_000])
  await engine.open()
  const known = (bytes: number | undefined) => expect(bytes).toBeGreaterThan(50_000_000)
  await vi.waitFor(() => known(engine.usage.residentBytes), { timeout: maxWaitMs() })
  expect(engine.usage).toMatchObject({ memoryLimit: 900_000_000, starts: 1 })
  process.kill(engine.pid ?? 0, 'SIGKILL')
  await eventually(() => engine.usage.residentBytes).toBeUndefined()
  await vi.waitFor(() => known(engine.usage.residentBytes), { timeout: maxWaitMs() })
  expect(engine.usage.starts).toBe(2)
  await engine.close()
})

test('an answer that is longer than wanted stays in the process of the engine', async () => {
  const { engine } = anEngine([60_000])
  await engine.open()
  const sql = `SELECT '${'a'.repeat(1_000)}' FROM numbers(100)`
  const code = engineCodes.tooManyRows
  await expect(engine.run('short', sql, { maxBytes: 100_000 })).rejects.toMatchObject({ code })
  expect((await engine.run('short', sql, { maxBytes: 101_000 })).length).toBe(100_500)
  expect((await engine.run('short', sql)).length).toBe(100_500)
  await engine.close()
})

test('a start fails, with the reason, when every engine hangs', async () => {
  const stopped = new Set<number>()
  const stop = () => {
    stopped.add(engine.pid ?? 0)
    process.kill(engine.pid ?? 0, 'SIGSTOP')
  }
  // Each process is stopped before it can do anything.
  const { engine, logged } = anEngine([200, 200, 200], () => queueMicrotask(stop))
  const opening = expect(engine.open()).rejects.toThrow(
    'the event store could not be opened: the engine did not answer for 0.2 s and was killed. (the last of 3 tries)',
  )
  stop()
  await opening
  expect(stopped.size).toBe(3)
  expect(logged).toHaveLength(2)
})
