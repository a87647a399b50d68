import { isEventField } from '../../filter/typed/condition-pill.ts'
import { conditionOf } from '../../filter/typed/pill.ts'
import { namesOfTags, tagLookups, tagNamed } from '../../filter/typed/tag-lookup.ts'
import { parseTypedQuery } from '../../filter/typed/typed-query.ts'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { ExitError } from '../command/exit-codes.ts'
import { type RemoteOptions, requestJson } from '../remote/remote.ts'

/** A search for the service, and the words searched as text although they look like a condition. */
export interface ReadSearch {
  filter: Condition[]
  notes: string[]
}

/**
 * Parses a search as the page's search box does: `failed host:fw-* severity<=err`. Names that `tags` contains
 * are tags. Throws an ExitError that shows the position of a fault.
 */
export function readSearch(text: string, tags: ReadonlySet<string>): ReadSearch {
  const parsed = parseTypedQuery(text, name => tagNamed(name, tags))
  const { fault } = parsed
  if (fault !== undefined) {
    const place = fault.before === '' ? 'at its start' : `after ${JSON.stringify(fault.before)}`
    throw new ExitError('usage', `The search cannot be read: expected ${fault.expected} ${place}.`)
  }
  const words = parsed.text.trim()
  // The schema is a union by operator; qp is one of them.
  const message = words === '' ? [] : [{ field: 'message', op: 'qp', value: words } as Condition]
  return {
    filter: [...message, ...parsed.pills.map(conditionOf)],
    notes: parsed.textTerms.map(({ written, reason, pills: [pill] }) => {
      const why = reason ?? 'no field or tag has this name'
      const filter = pill === undefined ? '' : ` --filter with the name ${pill.field} makes it a condition.`
      return `${written} is searched as text: ${why}.${filter}`
    }),
  }
}

/** Parses a condition of `--filter`: `SrcIP=10.*`, or as JSON. A name that is not a field is a tag. */
export function readCondition(text: string): Condition {
  if (text.trim().startsWith('{')) return conditionOfJson(text)
  // Checks the value of a field. A search would take an invalid one for the value of a tag with that name.
  const parsed = parseTypedQuery(text, name => (isEventField(name) ? undefined : name))
  const [pill, ...more] = parsed.pills
  if (pill === undefined || more.length > 0 || parsed.text !== '' || parsed.fault !== undefined) {
    const reason = parsed.textTerms.find(term => term.reason !== undefined)?.reason
    const expected = reason ?? 'expected one condition, such as host=fw-1, or JSON'
    throw new ExitError('usage', `--filter ${text}: ${expected}.`)
  }
  return conditionOf(pill)
}

/** The tags that may occur in the conditions of a search, looked up in its range. */
export async function knownTags(
  text: string,
  timeRange: TimeRange,
  remote: RemoteOptions,
): Promise<ReadonlySet<string>> {
  const lookups = namesOfTags(text).flatMap(name => tagLookups(name, timeRange))
  const answers = await Promise.allSettled(
    lookups.map(query =>
      requestJson<TagListRecord>(remote, 'GET', `/api/tags?${new URLSearchParams(query)}`),
    ),
  )
  const [failed] = answers.filter(({ status }) => status === 'rejected')
  const found = answers.filter(answer => answer.status === 'fulfilled')
  // The query itself will report a range that the service refuses.
  if (failed?.status === 'rejected' && found.length === 0) throw failed.reason
  return new Set(found.flatMap(({ value }) => value.list.map(({ name }) => name)))
}

function conditionOfJson(text: string): Condition {
  let condition: unknown
  try {
    condition = JSON.parse(text)
  } catch {}
  if (!isObject(condition))
    throw new ExitError('usage', `--filter ${text}: this is not the JSON of a condition.`)
  // The service validates its members.
  return condition as unknown as Condition
}
