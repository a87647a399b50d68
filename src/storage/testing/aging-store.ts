import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RetentionLimits } from '../../schema/store/retention.ts'
import type { Read } from '../contract/event-store.ts'
import { daySeconds } from '../contract/time-span.ts'
import { partitionSizes } from '../reads/partitions.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import type { Hold } from '../store/retention/held-days.ts'
import type { SharedDrops } from '../store/retention/shared-drops.ts'
import { newStoreFolder } from './empty-store.ts'
import { ManualClocks } from './manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from './spool-file.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
/** Midnight of the last day, Unix seconds. */
const today = Date.UTC(2026, 0, 31) / 1000

/**
 * A store that keeps 10 days and has one event on each of the last `days`, with clocks that the test moves by
 * minutes. `fittingDays`: its size limit is the size of this many days.
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
    /** The drops that nodes share. Its clock does not change when the test sets the machine's clock. */
    drops?: (clocks: ManualClocks) => SharedDrops
  } = {},
) {
  const { folder: template, bytes } = await filled(days)
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-retention-'))
  cpSync(template, folder, { recursive: true })
  const retentionBytes = bytes.slice(days - fittingDays).reduce((sum, each) => sum + each, 0)
  const clocks = new ManualClocks(today * 1000 + 1)
  const said: string[] = []
  const disk = { total: 100, free: 50 }
  const store = await openEmbeddedStore({
    folder,
    window: 60,
    retentionDays,
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

/** Folders of closed stores, by their days: opening a store takes longer than copying it. */
const filledFolders = new Map<number, Promise<FilledFolder>>()

interface FilledFolder {
  folder: string
  /** Bytes of each day, oldest first. */
  bytes: readonly number[]
}

function filled(days: number): Promise<FilledFolder> {
  const known = filledFolders.get(days) ?? fill(days)
  filledFolders.set(days, known)
  return known
}

async function fill(days: number): Promise<FilledFolder> {
  const folder = await newStoreFolder()
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  const rows = Array.from({ length: days }, (_, day) =>
    rowsOf({
      id: day + 1,
      occurrences: [(today - day * daySeconds) * 1e6],
      ...ordinary,
      message: 'x',
      tags: {},
    }),
  )
  await store.append(spoolFile(rows.flat()))
  await store.figures.append(
    Array.from({ length: days + 25 }, (_, day) => ({
      second: today - day * daySeconds,
      kind: 'System_CPU' as const,
      series: 'cpu',
      values: [1],
    })),
    false,
  )
  const sizes = await partitionSizes(store.client, 'millrace.events', read)
  await store.close()
  return { folder, bytes: [...sizes.values()].map(({ bytes }) => bytes) }
}
