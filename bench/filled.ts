import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Millrace } from '../scenarios/testing/millrace.ts'
import { openEmbeddedStore } from '../src/storage/embedded/open.ts'
import { type CorpusName, corpora } from './corpora.ts'
import { fillStore } from './corpus.ts'
import { whole } from './figures.ts'

/** Days that have all events, unless it says otherwise. */
export const days = 7
const retentionDays = 60

/** Events of a store; it is kept in `folder`, or removed after the work. */
export interface Filling {
  events: number
  folder?: string
  corpus?: CorpusName
  /** Days that have all events, also a part of one. */
  days?: number
  /** Its parts stay as they came in: the engine merges none of them, also later. */
  isUnmerged?: boolean
}

/** A filled store: its events, the second behind the last one, bytes and parts on disk, different hosts. */
export interface Filled {
  events: number
  end: number
  bytes: number
  parts: number
  hosts: number
}

/** The product over a store of so many events, see `withFilledStore`. */
export async function withFilled<T>(
  filling: Filling,
  work: (millrace: Millrace, filled: Filled) => Promise<T>,
): Promise<T> {
  return await withFilledStore(filling, async (dataDir, filled) => {
    let millrace: Millrace | undefined
    try {
      millrace = await Millrace.start(settingsOf(dataDir))
      return await work(millrace, filled)
    } finally {
      await millrace?.remove()
    }
  })
}

/** Of a service over such a store, which is to drop none of its days. */
export function settingsOf(dataDir: string): Record<string, string> {
  return { MILLRACE_DATA_DIR: dataDir, MILLRACE_RETENTION_DAYS: String(retentionDays) }
}

/**
 * A data folder whose store, in `events`, has so many events. One that is kept is filled once; its days are dropped
 * after 60, and what comes in meanwhile stays in it.
 */
export async function withFilledStore<T>(
  filling: Filling,
  work: (dataDir: string, filled: Filled) => Promise<T>,
): Promise<T> {
  const { folder } = filling
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const place = folder === undefined ? path.join(dataDir, 'events') : path.resolve(folder)
  try {
    const filled = await fill(place, filling)
    if (folder !== undefined) symlinkSync(place, path.join(dataDir, 'events'))
    return await work(dataDir, filled)
  } finally {
    // Of a store that is kept, the link alone.
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Its engine merges no two parts from then on, whoever opens it. */
const mergeNothing = 'ALTER TABLE millrace.events MODIFY SETTING max_parts_to_merge_at_once = 1'

/** Fills the store unless there is one. */
async function fill(folder: string, filling: Filling): Promise<Filled> {
  const { events: wanted, corpus = 'bench', days: span = days, isUnmerged = false } = filling
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays, log: console.error })
  try {
    if ((await store.highestId()) === 0) {
      console.log(`${whole(wanted)} events: filling`)
      if (isUnmerged) await store.client.command(mergeNothing)
      await fillStore(store, wanted, span, Math.floor(Date.now() / 1_000) - 60, corpora[corpus])
    }
    const read = { signal: AbortSignal.timeout(60_000), lane: 'long', timeout: 60 } as const
    const [counted] = await store.client.select(
      `SELECT sum(rows), toUnixTimestamp(max(max_time)) + 1, sum(bytes_on_disk), count() FROM system.parts WHERE active AND table = 'events'`,
      read,
    )
    const [events = 0, end = 0, bytes = 0, parts = 0] = (counted ?? []).map(Number)
    const [different] = await store.client.select('SELECT uniqExact(host) FROM millrace.events', read)
    return { events, end, bytes, parts, hosts: Number(different?.[0]) }
  } finally {
    await store.close()
  }
}
