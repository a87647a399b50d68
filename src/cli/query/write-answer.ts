import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { ExitError } from '../command/exit-codes.ts'
import { openDownload, type RemoteOptions } from '../remote/remote.ts'
import { writeOutput } from '../terminal/output.ts'
import { printPainted } from '../terminal/print.ts'
import { drawAnswer, type View } from './draw-answer.ts'
import { objectsOfList } from './json-objects.ts'
import { rowsOfAnswer } from './rows-of-answer.ts'

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
