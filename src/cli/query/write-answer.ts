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
import { objectsOfList } from './objects-of-list.ts'

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
  /** Whether one page of a Search was requested, instead of all its events. */
  isPaged: boolean
}

/** The given format, else by the file's extension, else json for a file and table for standard output. */
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
 * Writes an answer. Formats that are not drawn here are exports of the service, which contain every event of
 * a Search. Only `json` and `jsonl` can have one page instead.
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
  const openExport = () =>
    openDownload(
      remote,
      `/api/query/${query.query_id}/export?ftype=${format === 'jsonl' ? 'json' : format}&timezone=${encodeURIComponent(view.zone)}`,
      signal,
    )
  let content: Readable
  if (format === 'jsonl' && query.type === 'Search' && !isPaged)
    content = Readable.from(eventLines(await openExport()))
  else if (format === 'jsonl') content = Readable.from(linesOf(rowsOfAnswer(query)))
  else if (format === 'json' && isPaged) content = Readable.from([`${pageOf(query)}\n`])
  else content = await openExport()
  await writeOutput(content, file)
}

/** The requested page of a Search, in the format of an export. */
function pageOf({ results }: QueryRepresentation): string {
  return JSON.stringify('events' in results ? results.events : results)
}

/** JSON Lines. */
function* linesOf(rows: readonly unknown[]): Iterable<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** The events of an export as JSON Lines. */
async function* eventLines(source: Readable): AsyncIterable<string> {
  for await (const event of objectsOfList(source)) yield `${event}\n`
}

/** The rows of an answer, as in the API: its events, values, periods or objects. */
function rowsOfAnswer({ results }: QueryRepresentation): readonly unknown[] {
  if (Array.isArray(results)) return results
  const { events, totals, details } = membersOf(results)
  if (events?.objects !== undefined) return events.objects
  if (totals?.values !== undefined) return totals.values
  // StorageStats has only totals.
  return details ?? [results]
}

/** Whether a query found nothing. An answer with figures of the host is never empty. */
export function isEmptyAnswer(query: QueryRepresentation): boolean {
  // The type determines the shape of the results.
  const { type, results } = query as QueryRepresentation & { results: unknown }
  if (type === 'Search') return (results as SearchResults).totals.count === 0
  if (type === 'EventRate') return (results as EventRateResults).totals.sum === 0
  if (type === 'ProcessingStats' || type === 'StorageStats')
    return (results as ProcessingStatsResults | StorageStatsResults).totals.total === 0
  return rowsOfAnswer(query).length === 0
}

function membersOf(results: QueryResults) {
  // These members have the same meaning in the results of every query type.
  return results as unknown as {
    events?: { objects: readonly unknown[] }
    totals?: { values?: readonly unknown[] }
    details?: readonly unknown[]
  }
}
