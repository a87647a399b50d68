import type { CpuInfo } from 'node:os'
import { type Counters, totals, withTotals } from './counters.ts'

/** Columns of /proc/stat that System_CPU has: user, nice, system, irq, softirq, iowait, steal, idle. */
const columns = [1, 2, 3, 6, 7, 5, 8, 4] as const

/** Parses /proc/stat (proc_stat(5)): time in each state, as `totals` and for each processor by its number. */
export function parseProcStat(text: string): Counters {
  const counters = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    const fields = line.split(/\s+/)
    const [, digits] = /^cpu(\d*)$/.exec(fields[0] ?? '') ?? []
    if (digits === undefined) continue
    const times = columns.map(column => Number(fields[column] ?? 0))
    if (times.every(Number.isFinite)) counters.set(digits === '' ? totals : digits, times)
  }
  return counters
}

/** Times in each state from node:os; 0 for states that node:os does not have. */
export function countersOf(processors: readonly CpuInfo[]): Counters {
  const counters = new Map<string, number[]>()
  for (const [i, { times }] of processors.entries()) {
    counters.set(String(i), [times.user, times.nice, times.sys, times.irq, 0, 0, 0, times.idle])
  }
  return withTotals(counters, () => true)
}

/**
 * Percent of the time in each state between two readings: together 100 for a processor, and 100 per processor
 * in `totals`. A counter that falls (iowait may) counts as 0. Omits processors without elapsed time.
 */
export function usageBetween(before: Counters, after: Counters): Map<string, number[]> {
  const processors = [...after.keys()].filter(series => series !== totals).length
  const usage = new Map<string, number[]>()
  for (const [series, times] of after) {
    const old = before.get(series)
    if (old === undefined) continue
    const spent = times.map((time, i) => Math.max(0, time - (old[i] ?? 0)))
    const elapsed = spent.reduce((sum, time) => sum + time, 0)
    const fullPercent = series === totals ? 100 * processors : 100
    if (elapsed > 0)
      usage.set(
        series,
        spent.map(time => (fullPercent * time) / elapsed),
      )
  }
  return usage
}
