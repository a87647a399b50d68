import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { type FindName, namesFound, noNames } from './name-words.ts'

/** Fields whose values are found by a word alone. So are values of tags. */
const nameFields: readonly string[] = ['host', 'program']

/** Maximum values of one lookup: words may have several spellings. */
const maxValues = 50
/** Maximum tags of a lookup: the most frequent ones. */
const maxTags = 12
/** A tag with more values, such as an id, is not looked up: the store would read its values from disk. */
const maxTagValues = 50_000

/** The TopN query that finds which words are values of a field. */
export interface NameLookup {
  type: 'TopN'
  params: { field: string; filter: Condition[]; time_range: TimeRange; limit: number }
}

/** What `lookUpNames` asks the service. */
export interface NameQueries {
  /** Runs a query. */
  ask: (lookup: NameLookup) => Promise<Partial<TopNResults>>
  /** Lists tags, with a query of GET /api/tags. */
  listTags: (query: Record<string, string>) => Promise<TagListRecord>
}

/** The query that finds which words are values of a field. */
function nameLookup(field: string, words: readonly string[], range: TimeRange): NameLookup {
  const { step: _, ...time_range } = range
  const filter: Condition[] = [{ field, op: 'eq', value: [...words] }]
  return { type: 'TopN', params: { field, filter, time_range, limit: maxValues } }
}

/** The query of GET /api/tags for the tags whose values may be words of a search. */
function tagsQuery(range: TimeRange): Record<string, string> {
  const { step: _, ...members } = range
  return Object.fromEntries(
    Object.entries({ ...members, limit: 100 }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  )
}

/** The tags whose values are looked up, most frequent first. A tag of numbers has no words as values. */
export function tagsWithNames({ list }: Pick<TagListRecord, 'list'>): string[] {
  return list
    .filter(({ numeric, values }) => !numeric && values <= maxTagValues)
    .slice(0, maxTags)
    .map(({ name }) => name)
}

/**
 * Finds which words are hosts, programs or values of tags in a range. A number is never looked up in tags:
 * ports and codes are numbers in many of them. Never rejects: without an answer, the words are searched in
 * messages only.
 */
export async function lookUpNames(
  words: readonly string[],
  range: TimeRange,
  { ask, listTags }: NameQueries,
): Promise<FindName> {
  if (words.length === 0) return noNames
  const valuesOf = async (field: string, asked: readonly string[]) => {
    const { totals } = await ask(nameLookup(field, asked, range))
    return [field, totals?.values.map(({ name }) => String(name)) ?? []] as const
  }
  const inTags = async () => {
    const tagWords = words.filter(word => !/^[\d.,:/-]+$/.test(word))
    const tags = tagWords.length === 0 ? [] : tagsWithNames(await listTags(tagsQuery(range)))
    return fulfilled(tags.map(tag => valuesOf(tag, tagWords)))
  }
  const [fields, tags] = await Promise.all([
    fulfilled(nameFields.map(field => valuesOf(field, words))),
    inTags().catch(() => []),
  ])
  return namesFound([...fields, ...tags])
}

/** The values of the promises that do not reject. */
async function fulfilled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const answers = await Promise.allSettled(promises)
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/** A note for clients that show no filters (CLI, MCP): in which fields a word is searched too. */
export function nameNote(word: string, fields: readonly string[]): string {
  const names = fields.map(field => (nameFields.includes(field) ? field : `value of the tag ${field}`))
  return `${word} is also searched as a ${names.join(' and ')}. In quotation marks it is only a word.`
}
