import { isEventField } from '../../filter/typed/condition-pill.ts'
import { lookUpNames, type NameLookup, nameNote } from '../../filter/typed/name-lookups.ts'
import { type FindName, noNames } from '../../filter/typed/name-words.ts'
import { partOf } from '../../filter/typed/pill.ts'
import { lookUpTags, namesIn, readSearch } from '../../filter/typed/read-search.ts'
import { parseCondition } from '../../filter/typed/typed-query.ts'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { FilterPart } from '../../schema/filter/condition.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { parseTypedRange } from '../../time/parse-typed-range.ts'
import { timeRangeOf } from '../../time/range.ts'
import { zoneNamed } from '../../time/zone.ts'
import { errorMessage } from '../command/error-message.ts'
import { ExitError } from '../command/exit-codes.ts'
import { readInput } from '../command/read-input.ts'
import { type RemoteOptions, requestJson } from '../remote/remote.ts'
import { askQuery, removeQuery } from './ask-query.ts'

/** Maximum wait for hosts, programs and values of tags; then words of a search are only searched as text. */
const namesTimeoutMs = 2_000

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
export function readRangeOption(written: string, zone: string, now: number, flag = '--range'): TimeRange {
  const range = parseTypedRange(written, zone, now)
  if (range === undefined) {
    const expected = 'expected 15m, last 6 hours, today, since 9:00, or two moments with "to" between'
    throw new ExitError('usage', `${flag} ${written}: ${expected}.`)
  }
  // Without the page's step: the service's default suits a terminal.
  const { step: _, ...timeRange } = timeRangeOf(range, zone)
  return timeRange
}

/**
 * Builds the params of a query. `--json` overrides `--params`, and `flags` (values by param) override both.
 * The options of the range override the range of all three. Conditions of all sources are combined. `search`:
 * the words beside the options; undefined for a type without a filter. `notes`: see NotedSearch.
 */
export async function readParams(
  options: ParamOptions,
  flags: JsonObject,
  search: string | undefined,
): Promise<{ params: JsonObject; notes: string[] }> {
  const params = { ...(await readFileParams(options.params)), ...(await readJson(options.json)), ...flags }
  const { filter = [] } = options
  const { timeRange, zone } = rangeOf(options, params.time_range)
  params.time_range = timeRange
  // The range of `--compare-to`, as people type it.
  if (typeof params.compare_to === 'string')
    params.compare_to = readRangeOption(params.compare_to, zone, Date.now() / 1_000, '--compare-to')
  const written = search?.trim() ?? ''
  if (written === '' && filter.length === 0) return { params, notes: [] }
  const conditions = filter.map(readCondition)
  const tags = await lookUpTags(written, timeRange, query =>
    requestJson<TagListRecord>(options, 'GET', `/api/tags?${new URLSearchParams(query)}`),
  )
  const findName = await lookUpNames(namesIn(written, tags), timeRange, {
    ask: lookup => askNames(options, lookup),
    listTags: query =>
      requestJson(options, 'GET', `/api/tags?${new URLSearchParams(query)}`, undefined, namesTimeoutMs),
  })
  const { filter: searched, notes } = readNotedSearch(written, tags, findName)
  const earlier = Array.isArray(params.filter) ? params.filter : []
  return { params: { ...params, filter: [...earlier, ...searched, ...conditions] }, notes }
}

/**
 * The time range of a query, and the zone in which ranges are read. `given`: the range in the params, of
 * which `--range` replaces the bounds only.
 */
function rangeOf(options: ParamOptions, given: unknown): { timeRange: TimeRange; zone: string } {
  const { preset, ts_from, ts_to, ...others } = isObject(given) ? given : {}
  const timezone = options.timezone ?? others.timezone
  // The service refuses an unknown zone in the params. Here it counts as absent.
  const isKnown = typeof timezone === 'string' && zoneNamed(timezone) !== undefined
  const zone = zoneOption(isKnown ? { timezone } : options)
  const timeRange: JsonObject = { timezone: zone, ...others }
  const bounds: TimeRange | JsonObject =
    options.range === undefined
      ? { preset, ts_from, ts_to }
      : readRangeOption(options.range, zone, Date.now() / 1_000)
  for (const name of ['preset', 'ts_from', 'ts_to'] as const)
    if (bounds[name] !== undefined) timeRange[name] = bounds[name]
  if (options.timezone !== undefined) timeRange.timezone = zone
  if (options.step !== undefined) timeRange.step = options.step
  // The service validates the members that the params give.
  return { timeRange: timeRange as TimeRange, zone }
}

/** Looks up values of a field for words of a search. Throws if this takes longer than `namesTimeoutMs`. */
async function askNames(remote: RemoteOptions, lookup: NameLookup): Promise<Partial<TopNResults>> {
  const { type, params } = lookup
  const signal = new AbortController().signal
  const options = { timeoutMs: namesTimeoutMs, signal, onProgress: () => {} }
  const query = await askQuery(remote, { type, params: { ...params } }, options)
  await removeQuery(remote, query)
  // The results of a TopN.
  return query.results as Partial<TopNResults>
}

/** `--params`: reads a file. */
async function readFileParams(file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {}
  const written = await readInput(file).catch(error => {
    throw new ExitError('usage', errorMessage(error))
  })
  return parseParams(written, `--params ${file}`)
}

/** `--json`: the text itself, or standard input for `-`. */
async function readJson(given: string | undefined): Promise<JsonObject> {
  if (given === undefined) return {}
  return parseParams(given === '-' ? await readInput('-') : given, '--json')
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

/** A parsed search. */
interface NotedSearch {
  filter: FilterPart[]
  /** Sentences about words that are names, and about terms that only look like conditions. */
  notes: string[]
}

/** Parses a search as the page's search box does. Throws an ExitError that shows the position of a fault. */
export function readNotedSearch(
  text: string,
  tags: ReadonlySet<string>,
  findName: FindName = noNames,
): NotedSearch {
  const { filter, names, textTerms, fault } = readSearch(text, tags, findName)
  if (fault !== undefined) {
    const place = fault.before === '' ? 'at its start' : `after ${JSON.stringify(fault.before)}`
    throw new ExitError('usage', `The search cannot be read: expected ${fault.expected} ${place}.`)
  }
  return {
    filter,
    notes: [
      ...names.map(({ word, fields }) => nameNote(word, fields)),
      ...textTerms.map(({ written, reason, pills: [pill] }) => {
        const why = reason ?? 'no field or tag has this name'
        const advice = pill === undefined ? '' : ` --filter with the name ${pill.field} makes it a condition.`
        return `${written} is searched as text: ${why}.${advice}`
      }),
    ],
  }
}

/** Parses a condition of `--filter`: `SrcIP=10.*`, or as JSON. A name that is not a field is a tag. */
export function readCondition(text: string): FilterPart {
  if (text.trim().startsWith('{')) return conditionOfJson(text)
  // Names of fields are not offered as tags: a field with an invalid value must be refused, not become a tag.
  const parsed = parseCondition(text, name => (isEventField(name) ? undefined : name))
  const [pill, ...more] = parsed.pills
  if (pill === undefined || more.length > 0 || parsed.text !== '' || parsed.fault !== undefined) {
    const reason = parsed.textTerms.find(term => term.reason !== undefined)?.reason
    const expected = reason ?? 'expected one condition, such as host=fw-1, or JSON'
    throw new ExitError('usage', `--filter ${text}: ${expected}.`)
  }
  return partOf(pill)
}

function conditionOfJson(text: string): FilterPart {
  let condition: unknown
  try {
    condition = JSON.parse(text)
  } catch {}
  if (!isObject(condition))
    throw new ExitError('usage', `--filter ${text}: this is not the JSON of a condition.`)
  // The service validates its members.
  return condition as unknown as FilterPart
}
