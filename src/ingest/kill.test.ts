import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { maxSingleSamples } from '../schema/intake/batch-matches.ts'
import { isDeep } from '../testing/depth.ts'
import { CollectingSink } from './testing/collecting-sink.ts'
import { submission } from './testing/submission.ts'
import { testPorts } from './testing/test-ports.ts'
import { testSettings } from './testing/test-settings.ts'
import { Ingest } from './worker/ingest.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kill-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const idsEach = 100_000_000
const daysBack = [0, 1, 9, 20]

/** A body with events of many days, so that its commit has several files. */
function bodyOf(number: number, now: number): string {
  return JSON.stringify({
    events: daysBack.map(days => ({ message: `body ${number}`, ts: now - days * 86_400 })),
  })
}

it('has every body exactly once after kills, when unanswered bodies are sent again', async () => {
  const now = Date.now() / 1_000
  const pending = new Set(Array.from({ length: 200 }, (_, i) => i))
  const answered = new Set<number>()
  for (let run = 0; run < (isDeep ? 6 : 4); run++) {
    const child = fork(
      path.join(import.meta.dirname, 'testing/kill-child.ts'),
      [folder, String(1 + run * idsEach)],
      {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    const killAfter = 5 + run * 4
    let answers = 0
    const killed = once(child, 'exit')
    child.on('message', key => {
      answered.add(Number(key))
      pending.delete(Number(key))
      // Somewhere in the following commits.
      if (++answers === killAfter || pending.size === 0) child.kill('SIGKILL')
    })
    for (const number of pending) {
      // One after the other, so that the kill hits some in every stage.
      if (!child.connected) break
      // The listener is added before the body is sent: the answer, perhaps the last expected one, may arrive
      // within the turn below.
      const answer = number % 7 === 0 ? once(child, 'message') : undefined
      child.send([String(number), bodyOf(number, now)], () => {})
      await new Promise(resolve => setImmediate(resolve))
      if (answer) await Promise.race([answer, killed])
    }
    await killed
  }
  expect(answered.size).toBeGreaterThan(30)

  const store = new CollectingSink()
  const warn = (message: string): void => {
    throw new Error(message)
  }
  const ingest = await Ingest.open(
    testSettings(folder, { listeners: [] }),
    testPorts({ sink: store.sink, warn }, 1 + 6 * idsEach),
  )
  await ingest.start()
  for (const number of pending) {
    const sent = submission(bodyOf(number, now), { idempotencyKey: String(number) })
    const answer = await ingest.submitIncoming(sent)
    expect(answer).toEqual({ status: 200, accepted: daysBack.length, tooOld: 0 })
  }
  await ingest.flush()
  await ingest.close()
  const wanted = Array.from({ length: 200 }, (_, i) => [`body ${i}`, daysBack.length] as const)
  expect([...store.counts()].sort()).toEqual(wanted.sort())
  // Matches came with each file, once. Events received after the last kill matched no trigger.
  const matched = store.matches.reduce((sum, { count }) => sum + count, 0)
  expect(matched).toBe(store.rows.filter(({ triggers }) => triggers.length > 0).length)
  expect(matched).toBeGreaterThanOrEqual(answered.size * daysBack.length)
  for (const { id, samples, count } of store.matches) {
    expect(id).toBe(5)
    if (count <= maxSingleSamples) expect(samples).toHaveLength(count)
    // The rest is reported in groups.
    else expect(samples.length).toBeGreaterThan(maxSingleSamples)
  }
  expect(readdirSync(path.join(folder, 'broken'))).toEqual([])
  expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
  expect(readFileSync(path.join(folder, 'keys.log'), 'utf8')).toContain(String.raw`\"0\"]"`)
})
