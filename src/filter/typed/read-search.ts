import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { type FindName, noNames } from './name-words.ts'
import type { FindTag } from './names-of-events.ts'
import { partOf } from './pill.ts'
import type { QueryFault } from './query-fault.ts'
import { namesOfTags, tagLookups, tagNamed } from './tag-lookup.ts'
import { namesOfSearch, parseTypedQuery, type TermKeptAsText } from './typed-query.ts'

/** A typed search as parameters of the API. */
export interface ReadSearch {
  /** The condition on messages first, if there is one. */
  filter: FilterPart[]
  /** The conditions and groups in `filter` that were read from the text. */
  conditions: FilterPart[]
  /** Words that are also searched as a host, program or value of a tag, and in which fields. */
  names: { word: string; fields: readonly string[] }[]
  /** Terms that look like conditions but are searched as text. */
  textTerms: readonly TermKeptAsText[]
  fault: QueryFault | undefined
}

/**
 * Parses a search as the page's search box does: `failed host:fw-* severity<=err`. `tags`: the result of
 * `lookUpTags` for the same text; only its names are read as tags. `findName`: says whether a word is a host,
 * program or value of a tag (`lookUpNames` in name-lookups.ts).
 */
export function readSearch(
  text: string,
  tags: ReadonlySet<string>,
  findName: FindName = noNames,
): ReadSearch {
  const parsed = parseTypedQuery(text, tagFinder(text, tags), findName)
  const words = parsed.text.trim()
  const message: Condition[] = words === '' ? [] : [{ field: 'message', op: 'qp', value: words }]
  const conditions = parsed.pills.map(partOf)
  const { textTerms, fault } = parsed
  const names = parsed.names.map(({ values: [word = ''], fields = [] }) => ({ word, fields }))
  return { filter: [...message, ...conditions], conditions, names, textTerms, fault }
}

/** The words of a search that `lookUpNames` looks up. `tags`: see `readSearch`. */
export function namesIn(text: string, tags: ReadonlySet<string>): string[] {
  return namesOfSearch(text, tagFinder(text, tags))
}

function tagFinder(text: string, tags: ReadonlySet<string>): FindTag {
  const lookedUp = new Set(namesOfTags(text))
  // false: looked up, and no tag; undefined: not looked up.
  return name => tagNamed(name, tags) ?? (lookedUp.has(name) ? false : undefined)
}

/** Looks up which names in a search are tags. `list`: GET /api/tags. Rejects if all lookups fail. */
export async function lookUpTags(
  text: string,
  range: TimeRange,
  list: (query: Record<string, string>) => Promise<TagListRecord>,
): Promise<ReadonlySet<string>> {
  const answers = await Promise.allSettled(
    namesOfTags(text)
      .flatMap(name => tagLookups(name, range))
      .map(query => list(query)),
  )
  const [failed] = answers.filter(({ status }) => status === 'rejected')
  const fulfilled = answers.filter(answer => answer.status === 'fulfilled')
  // The query itself will report an invalid range.
  if (failed?.status === 'rejected' && fulfilled.length === 0) throw failed.reason
  return new Set(fulfilled.flatMap(({ value }) => value.list.map(({ name }) => name)))
}
