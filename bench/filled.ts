import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Millrace } from '../scenarios/testing/millrace.ts'
import { openEmbeddedStore } from '../src/storage/embedded/open.ts'
import { fillStore } from './corpus.ts'
import { whole } from './figures.ts'

/** Days that have all events. */
export const days = 7

/** The product over a store with so many events in the days before `end` (Unix seconds), all of it removed behind the work. */
export async function withFilled<T>(
  events: number,
  work: (millrace: Millrace, end: number) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const end = Math.floor(Date.now() / 1_000) - 60
  let millrace: Millrace | undefined
  try {
    console.log(`${whole(events)} events: filling`)
    const folder = path.join(dataDir, 'events')
    const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
    await fillStore(store, events, days, end).finally(() => store.close())
    millrace = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
    return await work(millrace, end)
  } finally {
    await millrace?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
