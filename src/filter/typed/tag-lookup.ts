import type { TimeRange } from '../../schema/time-range.ts'
import { fieldNamed, fieldPill } from './condition-pill.ts'
import { findInlineConditions } from './inline-conditions.ts'
import { readLogqlSelector } from './logql-selector.ts'
import { withoutAt } from './other-names.ts'
import { namesBeforePhrases } from './plain-operators.ts'

/** Maximum names of a search that are looked up as tags. Further names are searched as text. */
const maxLookups = 10
/** Maximum tags per lookup, which is by prefix; an exact name is among the first. */
const maxPrefixMatches = 5

/**
 * Names in a search to look up as tags: names that are not an event field, or whose field cannot have the
 * value (`status:500`). Names with `ut_` need no lookup.
 */
export function namesOfTags(text: string): string[] {
  const conditions = readLogqlSelector(text)?.conditions ?? findInlineConditions(text, () => true)
  const names = conditions
    .filter(({ upper, ...condition }) => {
      const ends = upper === undefined ? [condition] : [condition, { ...condition, values: [upper.value] }]
      const isOnField = ends.every(end => fieldPill(end)?.pill !== undefined)
      return !isOnField && !condition.name.startsWith('ut_')
    })
    .flatMap(({ name }) => (name.startsWith('@') ? [name, withoutAt(name)] : [name]))
  const beforePhrases = namesBeforePhrases(text).filter(name => fieldNamed(name) === undefined)
  return [...new Set([...names, ...beforePhrases])].slice(0, maxLookups)
}

/**
 * Queries of GET /api/tags that find the tag of a name: in the searched range and in the last days, since the
 * range may be too new to have any.
 */
export function tagLookups(
  name: string,
  { preset, ts_from, ts_to, timezone }: TimeRange,
): Record<string, string>[] {
  const isGiven = preset !== undefined || ts_from !== undefined
  const ranges = [...(isGiven ? [{ preset, ts_from, ts_to, timezone }] : []), { preset: 'last_7_days' }]
  return ranges.map(range => {
    const members = Object.entries({ ...range, prefix: name, limit: maxPrefixMatches })
    return Object.fromEntries(
      members.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    )
  })
}

/** The tag of a name. Names are case-sensitive, but may differ in case if only one tag fits. */
export function tagNamed(name: string, tags: ReadonlySet<string>): string | undefined {
  if (tags.has(name)) return name
  const lower = name.toLowerCase()
  const alike = [...tags].filter(tag => tag.toLowerCase() === lower)
  return alike.length === 1 ? alike[0] : undefined
}
