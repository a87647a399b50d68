import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Millrace } from '../scenarios/testing/millrace.ts'
import { openEmbeddedStore } from '../src/storage/embedded/open.ts'
import { type CorpusName, corpora } from './corpora.ts'
import { fillStore } from './corpus.ts'
import { whole } from './figures.ts'

/** Days that have all events. */
export const days = 7

/** Events of a store; it is kept in `folder`, or removed after the work. */
export interface Filling {
  events: number
  folder?: string
  corpus?: CorpusName
}

/** A filled store: its events, the second behind the last one, bytes on disk, different hosts. */
export interface Filled {
  events: number
  end: number
  bytes: number
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
      millrace = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
      return await work(millrace, filled)
    } finally {
      await millrace?.remove()
    }
  })
}

/**
 * A data folder whose store, in `events`, has so many events. One that is kept is filled once; its days are dropped as those of every
 * store, after 30, and what comes in meanwhile stays in it.
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

/** Fills the store unless there is one. */
async function fill(folder: string, { events: wanted, corpus = 'bench' }: Filling): Promise<Filled> {
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
  try {
    if ((await store.highestId()) === 0) {
      console.log(`${whole(wanted)} events: filling`)
      await fillStore(store, wanted, days, Math.floor(Date.now() / 1_000) - 60, corpora[corpus])
    }
    const read = { signal: AbortSignal.timeout(60_000), lane: 'long', timeout: 60 } as const
    const [counted] = await store.client.select(
      `SELECT sum(rows), toUnixTimestamp(max(max_time)) + 1, sum(bytes_on_disk) FROM system.parts WHERE active AND table = 'events'`,
      read,
    )
    const [events = 0, end = 0, bytes = 0] = (counted ?? []).map(Number)
    const [different] = await store.client.select('SELECT uniqExact(host) FROM millrace.events', read)
    return { events, end, bytes, hosts: Number(different?.[0]) }
  } finally {
    await store.close()
  }
}
