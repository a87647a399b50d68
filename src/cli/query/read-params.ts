import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { parseTypedRange } from '../../time/parse-typed-range.ts'
import { timeRangeOf } from '../../time/range.ts'
import { zoneNamed } from '../../time/zone.ts'
import { errorMessage } from '../command/error-message.ts'
import { ExitError } from '../command/exit-codes.ts'
import type { RemoteOptions } from '../remote/remote.ts'
import { knownTags, readCondition, readSearch } from './read-search.ts'

/** The options of a query from which its params are built. */
export interface ParamOptions extends RemoteOptions {
  json?: string
  params?: string
  range?: string
  step?: number
  timezone?: string
  filter?: readonly string[]
}

/** The zone of `--timezone`, else this machine's zone. Throws an ExitError for an unknown name. */
export function zoneOption({ timezone }: Pick<ParamOptions, 'timezone'>): string {
  const name = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zoneNamed(name) === undefined)
    throw new ExitError('usage', `--timezone ${name}: this is not a time zone.`)
  return name
}

/**
 * A range as people type it: `15m`, `since 9:00`, `yesterday 14:00 to 15:30`. Throws an ExitError for
 * anything else.
 */
export function readRangeOption(written: string, zone: string, now: number): TimeRange {
  const range = parseTypedRange(written, zone, now)
  if (range === undefined) {
    const expected = 'expected 15m, last 6 hours, today, since 9:00, or two moments with "to" between'
    throw new ExitError('usage', `--range ${written}: ${expected}.`)
  }
  // Without the page's step: the service's default suits a terminal.
  const { step: _, ...timeRange } = timeRangeOf(range, zone)
  return timeRange
}

/**
 * The params of a query: from `--params` and `--json`, then from flags (`flags`, by param) and the range,
 * with all conditions combined. `search`: the words beside the options; undefined for a type without a
 * filter.
 */
export async function readParams(
  options: ParamOptions,
  flags: JsonObject,
  search: string | undefined,
): Promise<{ params: JsonObject; notes: string[] }> {
  const params = { ...(await readFileParams(options.params)), ...(await readJson(options.json)), ...flags }
  const zone = zoneOption(options)
  const { range, step, filter = [] } = options
  const { preset, ts_from, ts_to, ...given } = isObject(params.time_range) ? params.time_range : {}
  const bounds =
    range === undefined ? { preset, ts_from, ts_to } : readRangeOption(range, zone, Date.now() / 1_000)
  const timeRange = {
    timezone: zone,
    ...given,
    ...Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)),
    ...(options.timezone !== undefined && { timezone: zone }),
    ...(step !== undefined && { step }),
  }
  params.time_range = timeRange
  const written = search?.trim() ?? ''
  if (written === '' && filter.length === 0) return { params, notes: [] }
  const conditions = filter.map(readCondition)
  const { filter: searched, notes } = readSearch(written, await knownTags(written, timeRange, options))
  const earlier = Array.isArray(params.filter) ? params.filter : []
  return { params: { ...params, filter: [...earlier, ...searched, ...conditions] }, notes }
}

/** `--params`: reads a file. */
async function readFileParams(file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {}
  const written = await readFile(file, 'utf8').catch(error => {
    throw new ExitError('usage', errorMessage(error))
  })
  return parseParams(written, `--params ${file}`)
}

/** `--json`: the text itself, or standard input for `-`. */
async function readJson(given: string | undefined): Promise<JsonObject> {
  if (given === undefined) return {}
  return parseParams(given === '-' ? await text(process.stdin) : given, '--json')
}

function parseParams(written: string, where: string): JsonObject {
  let params: unknown
  try {
    params = JSON.parse(written)
  } catch (error) {
    throw new ExitError('usage', `${where}: this is not JSON: ${errorMessage(error)}`)
  }
  if (!isObject(params))
    throw new ExitError('usage', `${where}: expected a JSON object, the params of the query.`)
  return params
}
