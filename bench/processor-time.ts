import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor milliseconds that the threads of these processes have taken so far, by /proc: Linux only. Those of threads that ended are not
 * in it. Finer than the clock ticks of `cpuSeconds`, so that it tells what one question took, also on a machine that is busy otherwise.
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
