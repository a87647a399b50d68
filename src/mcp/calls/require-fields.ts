// Checks names of fields in arguments, so that a model gets an error instead of an empty answer.

import { eventFields as kindsOfFields } from '../../filter/typed/event-fields.ts'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { findClosestName } from '../../schema/text/closest-name.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { requestJson, type ToolCall } from './api.ts'
import { runQuery } from './run-query.ts'
import { ToolError } from './tool-error.ts'

/** The fields of every event; all others are tags. */
export const eventFields: readonly string[] = [...kindsOfFields.keys()]

/** Maximum tags that GET /api/tags lists. */
const maxTags = 1_000
const maxSuggestions = 5
/** Maximum tags of the range that an error lists. */
const maxListed = 20

/**
 * Throws a ToolError with suggestions for a name that is neither a field nor a tag of the events in a range:
 * conditions on it would match nothing, or everything. In a range without events every name is accepted.
 */
export async function requireFields(
  call: ToolCall,
  names: readonly (string | undefined)[],
  range: TimeRange,
): Promise<void> {
  for (const name of new Set(names)) {
    if (name === undefined || eventFields.includes(name)) continue
    // `ut_` before a tag is optional in filters.
    const bare = name.startsWith('ut_') ? name.slice(3) : name
    const { list, count: occurrences } = await listTags(call, range, bare, maxTags)
    if (occurrences === 0) return
    if (list.some(tag => tag.name === name || tag.name === bare)) continue
    // The list may come from a sample and lack rare tags.
    const { results, caveats } = await runQuery<TopNResults>(call, 'TopN', {
      field: name,
      limit: 1,
      time_range: range,
    })
    if (results.totals.cardinality > 0 || caveats.incomplete !== undefined) continue
    throw new ToolError(unknownField(name, (await listTags(call, range, '', maxTags)).list))
  }
}

/** The tags of the events in a range that begin with `prefix`, most frequent first. */
export function listTags(
  call: ToolCall,
  range: TimeRange,
  prefix: string,
  limit: number,
): Promise<TagListRecord> {
  const query = new URLSearchParams({ prefix, limit: String(limit) })
  for (const [name, value] of Object.entries(range)) query.set(name, String(value))
  return requestJson<TagListRecord>(call, 'GET', `/api/tags?${query}`)
}

/**
 * Throws a ToolError if the unknown `name` in the search term `written` (`hots:fw-1`) is similar to a field
 * or a tag. Other such terms are texts, for example `error:timeout`.
 */
export async function requireNoTypo(
  call: ToolCall,
  name: string,
  written: string,
  range: TimeRange,
): Promise<void> {
  const { list, count: occurrences } = await listTags(call, range, '', maxTags)
  if (occurrences === 0 || suggestionsFor(name, list).length === 0) return
  throw new ToolError(
    `${unknownField(name, list)} To search for the text, put it in quotation marks: "${written}".`,
  )
}

function suggestionsFor(name: string, tags: TagListRecord['list']): string[] {
  const known = [...eventFields, ...tags.map(tag => tag.name)]
  const lower = name.toLowerCase()
  const similar = known.filter(one => one.toLowerCase().includes(lower) || lower.includes(one.toLowerCase()))
  const equal = known.filter(one => one.toLowerCase() === lower)
  const closest = findClosestName(name, known)
  return [...new Set([...equal, ...(closest === undefined ? [] : [closest]), ...similar])]
}

function unknownField(name: string, tags: TagListRecord['list']): string {
  const suggestions = suggestionsFor(name, tags)
  const hint =
    suggestions.length === 0 ? '' : ` Did you mean ${suggestions.slice(0, maxSuggestions).join(', ')}?`
  const listed = tags.slice(0, maxListed).map(tag => tag.name)
  const others = tags.length > listed.length ? ` and ${tags.length - listed.length} more (list_fields)` : ''
  const ofRange = listed.length === 0 ? 'none' : `${listed.join(', ')}${others}`
  return `There is no field or tag "${name}" in this range.${hint} Fields: ${eventFields.join(', ')}. Tags of the range: ${ofRange}.`
}
