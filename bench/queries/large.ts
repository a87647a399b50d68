import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import { openEmbeddedStore } from '../../src/storage/embedded/open.ts'
import { fillStore } from '../corpus.ts'
import { megabytes, millis, table, whole } from '../figures.ts'
import { days } from '../filled.ts'
import { cases } from './cases.ts'
import { throughApi, variations } from './measure.ts'

const restMillis = 20_000

/**
 * Every query through the interface over a store that is kept in `folder`: filled with so many events when there is none. (Its days are dropped as those of every store, after 30.) Without the SQL
 * beside it, which takes minutes for each of a hundred million events. Answers the part of bench/results.md.
 */
export async function benchLarge(folder: string, wanted: number): Promise<string> {
  const { events, end, bytes } = await filled(path.resolve(folder), wanted)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  symlinkSync(path.resolve(folder), path.join(dataDir, 'events'))
  const millrace = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
  try {
    await setTimeout(restMillis)
    const client = new Client(millrace)
    const rows: string[][] = []
    for (const one of cases) {
      const row = await throughApi(client, one, variations(end, days, events, 2)).then(
        ({ first, usual }) => [millis(first), millis(usual)],
        // What is too much for this machine is a figure too.
        (error: unknown) => ['', error instanceof Error ? error.message : String(error)],
      )
      rows.push([one.title, ...row])
      console.log(`  ${one.title}: ${row.join(', ')}`)
    }
    const atEnd = residentBytes(millrace.pid)
    return [
      `${whole(events)} events over ${days} days, ${(bytes / events).toFixed(0)} bytes each on disk with all that they are found by. Medians of 15, and the first of each, one after the other after a start: POST /api/query until its whole answer is there, over HTTP with a token.`,
      table([['query', 'first ms', 'ms'], ...rows]),
      `All processes together hold ${megabytes(atEnd)} after all queries.`,
    ].join('\n\n')
  } finally {
    // Removes the link alone.
    await millrace.remove()
  }
}

/** What there is: how many events, the second behind the last one, bytes on disk. */
async function filled(
  folder: string,
  wanted: number,
): Promise<{ events: number; end: number; bytes: number }> {
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
  try {
    if ((await store.highestId()) === 0) {
      console.log(`${whole(wanted)} events: filling`)
      await fillStore(store, wanted, days, Math.floor(Date.now() / 1_000) - 60)
    }
    const read = { signal: AbortSignal.timeout(60_000), lane: 'long', timeout: 60 } as const
    const [counted] = await store.client.select(
      `SELECT sum(rows), toUnixTimestamp(max(max_time)) + 1, sum(bytes_on_disk) FROM system.parts WHERE active AND table = 'events'`,
      read,
    )
    const [events = 0, end = 0, bytes = 0] = (counted ?? []).map(Number)
    return { events, end, bytes }
  } finally {
    await store.close()
  }
}
