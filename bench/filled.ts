import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Millrace } from '../scenarios/testing/millrace.ts'
import { openEmbeddedStore } from '../src/storage/store/embedded/open.ts'
import { type CorpusName, corpora } from './corpora.ts'
import { fillStore } from './corpus.ts'
import { whole } from './figures.ts'

/** Days with all events by default. */
export const days = 7
const retentionDays = 60

/** Contents of a store; it is kept in `folder`, or removed after the work. */
export interface Filling {
  events: number
  folder?: string
  corpus?: CorpusName
  /** Days with all events; may be fractional. */
  days?: number
  /** Its parts stay as inserted: the engine never merges them. */
  isUnmerged?: boolean
}

/**
 * A filled store: its events, the second after the last one, bytes and parts on disk, number of different
 * hosts.
 */
export interface Filled {
  events: number
  end: number
  bytes: number
  parts: number
  hosts: number
}

/** Runs the product over a store of this many events, see `withFilledStore`. */
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

/** Settings of a service over such a store, so that it drops none of its days. */
export function settingsOf(dataDir: string): Record<string, string> {
  return { MILLRACE_DATA_DIR: dataDir, MILLRACE_RETENTION_DAYS: String(retentionDays) }
}

/**
 * A data folder whose store, in `events`, has this many events. A kept store is filled once. Its days are
 * dropped after 60, and events that arrive meanwhile stay in it.
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
    // For a kept store, removes only the link.
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** From then on its engine merges no parts, no matter who opens it. */
const mergeNothing = 'ALTER TABLE millrace.events MODIFY SETTING max_parts_to_merge_at_once = 1'

/** Fills the store unless it exists. */
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
