import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor milliseconds used so far by the threads of these processes, from /proc: Linux only. Ended threads
 * are not included. Finer than the clock ticks of `cpuSeconds`, so it shows the cost of one question, even on
 * a busy machine.
 */
export function processorMillis(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + millisOf(pid), 0)
}

function millisOf(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It has ended meanwhile.
    }
  }
  return nanoseconds / 1e6
}
