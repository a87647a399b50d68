import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { fileVariable, startShared } from '../../src/storage/testing/shared-processes.ts'
import { eventsVariable } from './events.ts'
import { endLeftovers, kill, testProcesses } from './leftovers.ts'

const run = process.env[eventsVariable] ?? ''
const own = process.env[fileVariable] ?? ''
/** A detached process in its own session. */
const begin = () => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })

test.runIf(process.platform === 'linux' && run !== '')(
  'a process that a file leaves is found and ended; shared processes are left alone',
  async () => {
    const [left, shared] = [begin(), await startShared(async () => begin())]
    const ended = once(left, 'exit')
    // The child has its environment once it runs its program.
    for (const child of [left, shared]) await expect.poll(() => commandOf(child.pid)).toBe('sleep 1000')
    expect(endLeftovers(own)).toEqual(['sleep 1000'])
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(commandOf(shared.pid)).toBe('sleep 1000')
    kill(shared.pid ?? 0)
  },
)

function commandOf(pid: number | undefined): string | undefined {
  return testProcesses(run).find(process => process.pid === pid)?.command
}
