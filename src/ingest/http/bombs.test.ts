import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'bombs-'))
})
afterEach(() => rmSync(place, { recursive: true }))

/** Bytes of each inflated body; as objects they take ten to thirty times as much. */
const bytes = 8 * 1024 * 1024
const heapMegabytes = 160

it('a body that would be millions of values is refused within the memory of a few bodies, whatever the receiver', async () => {
  const statuses: { name: string; status?: number; answers?: readonly number[] }[] = []
  const child = fork(path.join(import.meta.dirname, '../testing/bomb-child.ts'), [place, String(bytes)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Only the child sends.
  child.on('message', message => statuses.push(message as (typeof statuses)[number]))
  const [ended] = await once(child, 'exit')
  expect([ended, statuses.at(-1)?.name]).toEqual([0, 'gelf: nested'])
  const answered = statuses.filter(({ status }) => status !== undefined)
  expect(answered.filter(({ status = 0, answers }) => !answers?.includes(status))).toEqual([])
})
