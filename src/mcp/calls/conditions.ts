// The arguments of tools that select events, and the filter that they make.

import { Type } from 'typebox'
import { lookUpNames, nameNote } from '../../filter/typed/name-lookups.ts'
import { queryFault } from '../../filter/typed/query-fault.ts'
import { lookUpTags, namesIn, readSearch } from '../../filter/typed/read-search.ts'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import { Condition, type FilterPart } from '../../schema/filter/condition.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { requestJson, type ToolCall } from './api.ts'
import { requireFields, requireNoTypo } from './require-fields.ts'
import { runQuery } from './run-query.ts'
import { ToolError } from './tool-error.ts'

const patternOptions = { maxLength: 255, description: '`*` and `?` are wildcards; case is ignored' }

/** Arguments that select the events of a tool. All of them must hold. */
export const conditionMembers = {
  query: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Words in messages (all must be there, whole words), fail* (beginning), "a phrase", a | b (either), !a (not), ( ); and conditions on fields and tags: host:fw-*, severity<=error, -program:cron, bytes>500. In quotation marks everything is words',
    }),
  ),
  host: Type.Optional(Type.String(patternOptions)),
  program: Type.Optional(Type.String(patternOptions)),
  severity: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'This severity and worse ones: emergency, alert, critical, error, warning, notice, info, debug',
    }),
  ),
  filter: Type.Optional(
    Type.Array(Condition, {
      maxItems: 50,
      description:
        'Further conditions, also on tags by their name. Operators: eq, ne, lt, le, gt, ge, =~ and !~ (regular expression), for message |> (pattern)',
    }),
  ),
}

interface ConditionArguments {
  query?: string | undefined
  host?: string
  program?: string
  severity?: string
  filter?: Condition[]
}

/** The conditions of a tool call, ready for a query. */
interface ReadConditions {
  filter: FilterPart[]
  /** Members of the answer that say how `query` was read; empty if all of it is words. */
  read: { conditions?: FilterPart[]; notes?: string[] }
}

/**
 * Reads the arguments that select events. Parses `query` as the search box of the page does. `fields`: names
 * in other arguments of the tool. Throws a ToolError if a condition or one of `fields` names neither a field
 * nor a tag.
 */
export async function readConditions(
  call: ToolCall,
  given: ConditionArguments,
  range: TimeRange,
  fields: readonly (string | undefined)[] = [],
): Promise<ReadConditions> {
  const { query = '', filter = [] } = given
  await requireFields(call, [...fields, ...filter.map(({ field }) => field)], range)
  // Names before a colon may be tags; words may be hosts, programs and values of tags.
  const listTags = (lookup: Record<string, string>): Promise<TagListRecord> =>
    requestJson(call, 'GET', `/api/tags?${new URLSearchParams(lookup)}`)
  const tags = await lookUpTags(query, range, listTags)
  const findName = await lookUpNames(namesIn(query, tags), range, {
    ask: async ({ type, params }) => (await runQuery<TopNResults>(call, type, params)).results,
    listTags,
  })
  const search = readSearch(query, tags, findName)
  if (search.fault !== undefined) {
    // If the service finds this fault too, it gets the query as it is: its answer has the position.
    if (queryFault(query)?.expected === search.fault.expected) return { filter: filterOf(given), read: {} }
    const { before, expected } = search.fault
    const place = before === '' ? 'at its start' : `after ${JSON.stringify(before)}`
    throw new ToolError(`query: expected ${expected} ${place}`)
  }
  const notes = search.names.map(({ word, fields }) => nameNote(word, fields))
  for (const { written, name, reason } of search.textTerms) {
    if (reason === undefined) await requireNoTypo(call, name, written, range)
    notes.push(`${written} is searched as text in messages: ${reason ?? `there is no field or tag ${name}`}.`)
  }
  return {
    filter: [...search.filter, ...filterOf({ ...given, query: undefined })],
    read: {
      ...(search.conditions.length > 0 && { conditions: search.conditions }),
      ...(notes.length > 0 && { notes }),
    },
  }
}

/** The conditions of the arguments, with all of `query` as a search in messages. */
export function filterOf({ query, host, program, severity, filter = [] }: ConditionArguments): Condition[] {
  const conditions: (Condition | undefined)[] = [
    query === undefined ? undefined : { field: 'message', op: 'qp', value: query },
    host === undefined ? undefined : { field: 'host', value: host },
    program === undefined ? undefined : { field: 'program', value: program },
    // The worst severity is 0.
    severity === undefined ? undefined : { field: 'severity', op: 'le', value: severity },
  ]
  return [...conditions.filter(one => one !== undefined), ...filter]
}
