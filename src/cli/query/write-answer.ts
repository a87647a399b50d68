import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { QueryRepresentation, QueryResults } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { StorageStatsResults } from '../../schema/query/storage-stats.ts'
import { ExitError } from '../command/exit-codes.ts'
import { openDownload, type RemoteOptions } from '../remote/remote.ts'
import { writeOutput } from '../terminal/output.ts'
import { printPainted } from '../terminal/print.ts'
import { drawAnswer, type View } from './draw-answer.ts'

/** Formats of answers. `table` and `bars` are drawn here; the others are for programs. */
export const answerFormats = ['table', 'bars', 'jsonl', 'json', 'csv', 'xlsx', 'docx', 'pdf'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Formats that a terminal cannot show. */
const binaryFormats: readonly AnswerFormat[] = ['xlsx', 'docx', 'pdf']

/** Where and how an answer is written. */
export interface Output {
  format: AnswerFormat
  /** Undefined: standard output. */
  file: string | undefined
  /** Only one page of a Search was requested. */
  isPaged: boolean
}

/**
 * The given format, else the format of the file's name, else json for a file and a table for the terminal.
 */
export function formatOf(given: AnswerFormat | undefined, file: string | undefined): AnswerFormat {
  if (given !== undefined) return given
  if (file === undefined || file === '-') return 'table'
  const extension = extname(file).slice(1).toLowerCase()
  return answerFormats.find(format => format === extension) ?? 'json'
}

/** Throws an ExitError if the answer cannot be written this way. */
export function checkOutput({ format, file, isPaged }: Output): void {
  if (isPaged && (format === 'csv' || binaryFormats.includes(format)))
    throw new ExitError(
      'usage',
      `A Search as ${format} has every event that matches: leave out --limit, --page, --page-size and --offset.`,
    )
  if (binaryFormats.includes(format) && (file === undefined || file === '-') && process.stdout.isTTY)
    throw new ExitError('usage', `${format} cannot be written to a terminal: give --output-file.`)
}

/**
 * Writes an answer. `csv`, `json`, `xlsx`, `docx` and `pdf` are exports of the service, which contain every
 * event of a Search.
 */
export async function writeAnswer(
  query: QueryRepresentation,
  { format, file, isPaged }: Output,
  view: Omit<View, 'hasBars'>,
  remote: RemoteOptions,
  signal: AbortSignal,
): Promise<void> {
  if (format === 'table' || format === 'bars') {
    const lines = await drawAnswer(query, { ...view, hasBars: format === 'bars' })
    if (file === undefined || file === '-') printPainted(lines)
    else await writeOutput(Readable.from([`${lines.join('\n')}\n`]), file)
    return
  }
  const isPage = query.type !== 'Search' || isPaged
  const exported = () =>
    openDownload(
      remote,
      `/api/query/${query.query_id}/export?ftype=${format === 'jsonl' ? 'json' : format}&timezone=${encodeURIComponent(view.zone)}`,
      signal,
    )
  if (format === 'jsonl')
    await writeOutput(
      Readable.from(isPage ? linesOf(rowsOfAnswer(query)) : eventLines(await exported())),
      file,
    )
  else if (format === 'json' && query.type === 'Search' && isPaged)
    await writeOutput(Readable.from([`${pageOf(query)}\n`]), file)
  else await writeOutput(await exported(), file)
}

/** The page of a Search, in the format of its export. */
function pageOf({ results }: QueryRepresentation): string {
  return JSON.stringify('events' in results ? results.events : results)
}

function* linesOf(rows: readonly unknown[]): Iterable<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

async function* eventLines(source: Readable): AsyncIterable<string> {
  for await (const event of objectsOfList(source)) yield `${event}\n`
}

const quote = 0x22
const backslash = 0x5c
const open = 0x7b
const close = 0x7d
const listStart = 0x5b

/** Maximum bytes of an object; the service has no longer events. */
const maxObjectBytes = 64 * 1024 * 1024

/**
 * The objects of the first list in a JSON text, one by one as they arrive, for exports of any length. Throws
 * an Error if the text ends within an object.
 */
export async function* objectsOfList(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let isInList = false
  let depth = 0
  let isInText = false
  let isEscaped = false
  let parts: Uint8Array[] = []
  let partBytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (isInText) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
      } else if (byte === quote) isInText = true
      else if (!isInList) isInList = byte === listStart
      else if (byte === open) {
        if (depth++ === 0) from = at
      } else if (byte === close && --depth === 0) {
        yield textOf([...parts, chunk.subarray(from, at + 1)])
        parts = []
        partBytes = 0
      } else if (depth < 0) return
    }
    if (depth === 0) continue
    parts.push(chunk.subarray(from))
    partBytes += chunk.length - from
    if (partBytes > maxObjectBytes)
      throw new Error('The export of the service has an object larger than 64 MiB.')
  }
  if (depth !== 0) throw new Error('The export of the service ended within an event.')
}

function textOf(parts: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(parts)
  if (!isUtf8(bytes)) throw new Error('The export of the service is not UTF-8.')
  return bytes.toString('utf8')
}

/**
 * Rows for scripts that read line by line: the events, values, periods or objects of an answer, as in the
 * API.
 */
function rowsOfAnswer({ results }: QueryRepresentation): readonly unknown[] {
  if (Array.isArray(results)) return results
  const { events, totals, details } = membersOf(results)
  if (events?.objects !== undefined) return events.objects
  if (totals?.values !== undefined) return totals.values
  // StorageStats has only totals.
  return details ?? [results]
}

/** Whether an answer found nothing. Figures of the host always count as found. */
export function isEmptyAnswer(query: QueryRepresentation): boolean {
  // The type determines the shape of the results.
  const { type, results } = query as QueryRepresentation & { results: unknown }
  if (type === 'Search') return (results as SearchResults).totals.count === 0
  if (type === 'EventRate') return (results as EventRateResults).totals.sum === 0
  if (type === 'ProcessingStats' || type === 'StorageStats')
    return (results as ProcessingStatsResults | StorageStatsResults).totals.total === 0
  return rowsOfAnswer(query).length === 0
}

/** The members that results may have. */
function membersOf(results: QueryResults) {
  // These members have the same meaning in the results of every query type.
  return results as unknown as {
    events?: { objects: readonly unknown[] }
    totals?: { values?: readonly unknown[] }
    details?: readonly unknown[]
  }
}
