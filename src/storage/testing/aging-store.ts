import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RetentionLimits } from '../../schema/store/retention.ts'
import type { Read } from '../contract/event-store.ts'
import { daySeconds } from '../contract/time-span.ts'
import { partitionSizes } from '../reads/partitions.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import type { Hold } from '../store/retention/held-days.ts'
import type { SharedDrops } from '../store/retention/shared-drops.ts'
import { ManualClocks } from './manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from './spool-file.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
/** Midnight of the last day, Unix seconds. */
const today = Date.UTC(2026, 0, 31) / 1000

/**
 * A store that keeps 10 days and has one event on each of the last `days`, with clocks that the test moves by
 * minutes. `fittingDays`: its size limit is what this many days take.
 */
export async function openAgingStore(
  days: number,
  {
    retentionDays = 10,
    fittingDays = 0,
    holds,
    readLimits,
    drops,
  }: {
    retentionDays?: number
    fittingDays?: number
    holds?: () => Promise<readonly Hold[]>
    readLimits?: () => Promise<RetentionLimits>
    /** What another node sees; its clock does not follow the machine's when that is set. */
    drops?: (clocks: ManualClocks) => SharedDrops
  } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-retention-'))
  const options = { folder, window: 60, retentionDays }
  const filled = await openEmbeddedStore({ ...options, retentionDays: 100_000, log: () => {} })
  const rows = Array.from({ length: days }, (_, day) =>
    rowsOf({
      id: day + 1,
      occurrences: [(today - day * daySeconds) * 1e6],
      ...ordinary,
      message: 'x',
      tags: {},
    }),
  )
  await filled.append(spoolFile(rows.flat()))
  await filled.figures.append(
    Array.from({ length: days + 25 }, (_, day) => ({
      second: today - day * daySeconds,
      kind: 'System_CPU' as const,
      series: 'cpu',
      values: [1],
    })),
    false,
  )
  const sizes = await partitionSizes(filled.client, 'millrace.events', read)
  const newest = [...sizes.values()].slice(days - fittingDays)
  const retentionBytes = newest.reduce((sum, { bytes }) => sum + bytes, 0)
  await filled.close()

  const clocks = new ManualClocks(today * 1000 + 1)
  const said: string[] = []
  const disk = { total: 100, free: 50 }
  const store = await openEmbeddedStore({
    ...options,
    retentionBytes: fittingDays === 0 ? 0 : retentionBytes,
    disk: async () => disk,
    diskFloor: 10,
    ...(holds && { holds }),
    ...(readLimits && { readLimits }),
    drops: drops?.(clocks),
    clocks,
    log: line => said.push(line),
  })
  const countOf = async (table: 'events' | 'figures') => {
    const [[count] = []] = await store.client.select(`SELECT count() FROM millrace.${table}`, read)
    return Number(count)
  }
  return {
    folder,
    store,
    disk,
    countOf,
    /** Lets time pass. */
    pass: (minutes: number) => clocks.pass(minutes, store),
    /** Sets the clock. */
    set(minutes: number) {
      clocks.set(minutes * 60_000)
    },
    /** Log lines since the last call. */
    said: () => said.splice(0),
  }
}
