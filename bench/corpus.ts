import { setTimeout } from 'node:timers/promises'
import { until } from '../scenarios/testing/until.ts'
import { Fault } from '../src/schema/fault.ts'
import { internalRead } from '../src/storage/contract/internal-read.ts'
import type { EmbeddedStore } from '../src/storage/store/embedded/open.ts'
import { type Corpus, corpora, firstNames, lastNames, subjects, verbs } from './corpora.ts'

/** Rows of one INSERT: two at once must fit into memory and into the size of a part. */
const chunk = 200_000
/**
 * An INSERT is retried for a few minutes if merges of large parts use up the engine's memory, or the engine
 * is restarting.
 */
const maxTries = 60
const retryMillis = 3_000

/**
 * Fills the store with `events` events over `days` days before `end` (Unix seconds), generated inside the
 * engine, each with two tags: a port of 65,000, and an address, of millions in most corpora.
 */
export async function fillStore(
  store: EmbeddedStore,
  events: number,
  days: number,
  end: number,
  corpus: Corpus = corpora.bench,
): Promise<void> {
  const from = Math.floor((end - days * 86_400) * 1_000_000)
  const spacing = Math.floor((days * 86_400_000_000) / events)
  const fill = async (start: number) => {
    const rows = Math.min(chunk, events - start)
    await insert(
      store,
      `INSERT INTO millrace.events (id, ts, began, repeat, count, earlier, host, program, facility, severity, mnemonic, type, status, message, tags, template)
       ${rowsOf(corpus, start, rows, from, spacing)}`,
      {
        max_insert_threads: 1,
        async_insert: 0,
        max_memory_usage: 430_000_000,
        min_insert_block_size_rows: chunk,
      },
      { from: start + 1, to: start + rows },
    )
  }
  const starts = Array.from({ length: Math.ceil(events / chunk) }, (_, i) => i * chunk).values()
  const lane = async () => {
    for (const start of starts) await fill(start)
  }
  await Promise.all([lane(), lane()])
  // The engine generated the rows: no append recorded their days and names.
  await store.reread()
  await until('the names', () => store.names.of('template') !== undefined)
}

/** `ids`: the first and the last id of the rows. */
async function insert(
  { client }: EmbeddedStore,
  sql: string,
  settings: Record<string, string | number>,
  ids: { from: number; to: number },
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await client.insert(sql, settings)
      return
    } catch (error) {
      const isPassing =
        error instanceof Fault && (error.code === 'query_memory' || error.code === 'storage_unavailable')
      if (!isPassing || tried === maxTries) throw error
      await setTimeout(retryMillis)
      // An INSERT that ended early may have stored all of its rows, or only the rows of one of two days.
      const [row] = await client.select(
        `SELECT count() FROM millrace.events WHERE id BETWEEN ${ids.from} AND ${ids.to}`,
        internalRead('long', 60),
      )
      const stored = Number(row?.[0])
      if (stored > ids.to - ids.from) return
      if (stored > 0) throw error
    }
  }
}

/** `from` and `spacing` in microseconds. */
export function rowsOf(corpus: Corpus, start: number, rows: number, from: number, spacing: number): string {
  const { hosts, programs, hotTenths, kind, message, template, address } = corpus
  return `WITH
      number + ${start} AS n,
      cityHash64(n, 1) AS r1, cityHash64(n, 2) AS r2, cityHash64(n, 3) AS r3, cityHash64(n, 4) AS r4, cityHash64(n, 5) AS r5,
      fromUnixTimestamp64Micro(${from} + toInt64(n) * ${spacing} + toInt64(r1 % ${spacing}), 'UTC') AS moment,
      r5 % 10 < ${hotTenths} AS isHot,
      if(isHot, 0, toUInt32(floor(${hosts} * pow((r2 % 1000003) / 1000003, 2.2)))) AS h,
      if(isHot, 0, toUInt32(floor(${programs} * pow((r3 % 1000003) / 1000003, 2)))) AS p,
      ${kind} AS k,
      concat(
        if(k % 8 = 0, concat('%ASA-6-3020', toString(13 + k % 4), ': '), ''),
        ${texts(subjects)}[k % 8 + 1], ' ', ${texts(verbs)}[k % 5 + 1]) AS kind,
      r1 % 3 = 0 AS isNamed,
      ${texts(lastNames)}[r2 % 5 + 1] AS lastName,
      concat(${texts(firstNames)}[r1 % 6 + 1], lastName) AS name,
      concat(${texts(firstNames)}[h % 6 + 1], lastName) AS nameOfHost,
      lower(hex(r1)) AS trace
    SELECT n + 1, moment, toDateTime64(0, 6, 'UTC'), 0, 1, [], concat('host-', toString(h)), concat('program-', toString(p)),
      r4 % 24, least(7, 3 + r1 % 5 - (r2 % 50 = 0) * 2), if(k % 8 = 0, concat('ASA-6-3020', toString(13 + k % 4)), ''), 1, 0,
      ${message},
      concat('{"dst_port":"', toString(1 + r1 % 65000), '","src_ip":"', ${address}, '"}'),
      ${template}
    FROM numbers(${rows})`
}

function texts(words: readonly string[]): string {
  return `[${words.map(word => `'${word}'`).join(', ')}]`
}
