import { Command, Option } from 'commander'
import { type QueryType, queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { ExitError, exitCodes } from '../command/exit-codes.ts'
import { addRemoteOptions, reportErrors } from '../remote/remote.ts'
import { endWithReader } from '../terminal/output.ts'
import { paintFor } from '../terminal/paint.ts'
import { print, printError } from '../terminal/print.ts'
import { ProgressLine } from '../terminal/progress-line.ts'
import { askQuery, interruptedError, type Progress, removeQuery } from './ask-query.ts'
import { addParamFlags, givenParams, takesFilter } from './param-flags.ts'
import { type ParamOptions, readParams, zoneOption } from './read-params.ts'
import {
  addFilterOption,
  addTimeOptions,
  defaultTimeoutSeconds,
  positiveSeconds,
  timeoutDescription,
  timeoutSeconds,
} from './shared-options.ts'
import {
  type AnswerFormat,
  answerFormats,
  checkOutput,
  formatOf,
  isEmptyAnswer,
  writeAnswer,
} from './write-answer.ts'

interface QueryOptions extends ParamOptions {
  type?: string
  showTypes?: boolean
  format?: AnswerFormat
  outputFile?: string
  columns?: string[]
  timeout?: number
  quiet?: boolean
  failIfEmpty?: boolean
  authtoken?: string
  baseUrl?: string
}

/** Params that select a page of a Search. */
const pageParams = ['limit', 'page', 'page_size', 'offset']

// The table is keyed by query type.
const typeNames = Object.keys(queryTypes) as QueryType[]

/** `millrace query <type>`: a command per query type, with a flag for each of its params. */
export function queryCommand(): Command {
  const command = new Command('query')
    .description('run a query: events, counts, rankings, host metrics')
    .enablePositionalOptions()
    .addOption(
      new Option('-t, --type <type>', 'the query type, in place of a command below').choices(typeNames),
    )
    .option('--show-types', 'list the query types')
    // An unknown query type is such a word: see the action.
    .argument('[words...]')
    .usage('[options] [command]')
  addQueryOptions(command).action(
    reportErrors(async ([unknown]: string[], options: QueryOptions) => {
      if (options.showTypes === true) return printTypes()
      const type = queryTypeNamed(options.type ?? '')
      if (type === undefined || unknown !== undefined) {
        if (type !== undefined)
          throw new ExitError('usage', `Words such as ${unknown} go with a command, not with --type.`)
        const what = unknown === undefined ? 'Give a query type' : `${unknown} is not a query type`
        throw new ExitError('usage', `${what}: expected one of ${typeNames.join(', ')}.`)
      }
      await run(type, {}, options, undefined)
    }),
  )
  for (const type of typeNames) addTypeCommand(command, type)
  return command
}

function addTypeCommand(parent: Command, type: QueryType): void {
  const command = parent.command(type).alias(type.toLowerCase()).description(querySummaries[type])
  if (takesFilter(type)) {
    command.argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
  }
  addParamFlags(command, type)
  if (type === 'Search')
    command.option('--columns <names>', 'fields and tags to show in a table', words => words.split(','))
  addQueryOptions(command).action(
    reportErrors(async (...args: unknown[]) => {
      // Without an argument, commander passes the options first.
      const search = takesFilter(type) && Array.isArray(args[0]) ? args[0].join(' ') : undefined
      // Options may stand before the query type (`parent` has them) or after it.
      const options: QueryOptions = {
        ...(parent.opts() as QueryOptions),
        ...(command.opts() as QueryOptions),
      }
      await run(type, givenParams(command, type), options, search)
    }),
  )
}

function addQueryOptions(command: Command): Command {
  addFilterOption(addTimeOptions(command))
    .option('--step <seconds>', 'length of a period', positiveSeconds)
    .option('--json <params>', 'params as JSON; - reads standard input. Flags take precedence')
    .option('-P, --params <file>', 'params as a JSON file')
    .addOption(
      new Option('-F, --format <format>', 'default: by the name of the output file, else table').choices(
        answerFormats,
      ),
    )
    .option('-O, --output-file <file>', 'default: standard output')
    .option('--timeout <seconds>', timeoutDescription, timeoutSeconds)
    .option('--fail-if-empty', `exit with ${exitCodes.empty} when nothing is found`)
    .option('-q, --quiet', 'no progress and no notes on standard error')
    // Option names of other products.
    .addOption(new Option('-a, --authtoken <token>').hideHelp())
    .addOption(new Option('--base-url <url>').hideHelp())
  return addRemoteOptions(command)
}

/** Runs a query and writes its answer. `flags`: values by param. `search`: the words beside the options. */
async function run(
  type: QueryType,
  flags: Record<string, unknown>,
  { authtoken, baseUrl, ...given }: QueryOptions,
  search: string | undefined,
): Promise<void> {
  endWithReader()
  const options: QueryOptions = {
    ...(authtoken !== undefined && { token: authtoken }),
    ...(baseUrl !== undefined && { url: baseUrl }),
    ...given,
  }
  const { params, notes } = await readParams(options, flags, search)
  const output = {
    format: formatOf(options.format, options.outputFile),
    file: options.outputFile,
    isPaged: type === 'Search' && pageParams.some(name => Object.hasOwn(params, name)),
  }
  checkOutput(output)
  const isQuiet = options.quiet === true
  if (!isQuiet) for (const note of notes) printError(note)
  const line = new ProgressLine(!isQuiet)
  const interrupted = new AbortController()
  const stop = () => interrupted.abort()
  process.once('SIGINT', stop)
  try {
    const timeoutMs = (options.timeout ?? defaultTimeoutSeconds) * 1_000
    const askOptions = {
      timeoutMs,
      signal: interrupted.signal,
      onProgress: (state: Progress) => line.show(progressText(state)),
    }
    const query = await askQuery(options, { type, params }, askOptions)
    line.clear()
    try {
      const view = {
        zone: zoneOption(options),
        width: process.stdout.columns ?? Number.POSITIVE_INFINITY,
        paint: paintFor(process.stdout),
        ...(options.columns && { columns: options.columns }),
      }
      await writeAnswer(query, output, view, options, interrupted.signal)
    } catch (error) {
      if (interrupted.signal.aborted) throw interruptedError()
      throw error
    } finally {
      await removeQuery(options, query)
    }
    if (options.failIfEmpty === true && isEmptyAnswer(query)) process.exitCode = exitCodes.empty
  } finally {
    line.clear()
    process.off('SIGINT', stop)
  }
}

function progressText({ progress, queue_position }: Progress): string {
  const waiting = queue_position === undefined ? '' : ` · waiting for others, turn ${queue_position}`
  return `${Math.floor(progress)} %${waiting} · Ctrl-C stops it`
}

function printTypes(): void {
  const width = Math.max(...typeNames.map(name => name.length))
  for (const name of typeNames) print(`${name.padEnd(width)}  ${querySummaries[name]}`)
}

/** Summaries of query types, for help, completion and the man page. */
const querySummaries: Readonly<Record<QueryType, string>> = {
  Search: 'events, a page at a time',
  TopN: 'the most frequent values of a field',
  LastN: 'the most recently seen values of a field',
  EventRate: 'occurrences over time',
  Patterns: 'messages by template',
  FieldStats: 'figures of one field',
  Stats: 'counts, sums, averages and percentiles by up to two fields',
  Changes: 'what changed between two ranges: values whose share moved',
  StorageStats: 'how much is stored',
  ProcessingStats: 'what came in, by the moment of receipt',
  Tasks: 'tasks',
  Notifications: 'what triggers notified',
  System_CPU: 'processors of the host',
  System_Memory: 'memory of the host',
  System_DF: 'space of a file system',
  System_IOPS: 'reads and writes of disks',
  System_Network: 'traffic of network interfaces',
  System_NetworkErrors: 'errors of network interfaces',
}
