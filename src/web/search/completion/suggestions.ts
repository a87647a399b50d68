import { nameText } from '../../../charts/name-text.ts'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { codeNames, eventFields, type FieldKind } from '../../../filter/typed/event-fields.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { recentSearchText } from '../history/recent-search-text.ts'
import type { RecentSearch } from '../history/search-history.ts'
import { type Completion, writeValue } from './completion.ts'

/** A suggestion of the list below the search box. */
export type Suggestion = CompletedText | { kind: 'recent'; key: string; recent: RecentSearch }

/** A suggestion that replaces the text from `start` to `end` with `text`. */
export interface CompletedText {
  kind: 'name' | 'operator' | 'value'
  key: string
  label: string
  detail: string
  /** Events in the range that have this tag or value; undefined if they are not counted. */
  count: number | undefined
  start: number
  end: number
  text: string
  /** The value, if it cannot be written as text here. Choosing it then adds a filter. */
  asPill?: string
}

/** A tag that occurs in the time range, with the number of its events. */
export interface TagCount {
  name: string
  count: number
}

/** A value of the field at the caret, with the number of its events. */
export interface ValueCount {
  name: string | number
  count: number
}

/** Maximum suggestions of each kind. Fields and tags together are names. */
const maxRecent = 6
const maxNames = 8
export const maxValues = 8

/** Fields that users type, most used first. */
const typedFields = [
  'host',
  'program',
  'severity',
  'facility',
  'mnemonic',
  'message',
  'status',
  'type',
  'count',
  'first_occurrence',
  'last_occurrence',
]

/**
 * Fields, tags and operators for a word. The keys of all suggestions begin with what they suggest: f field,
 * t tag, o operator, v value, r recent search.
 */
export function nameSuggestions(
  completion: Completion & { kind: 'name' },
  tags: readonly TagCount[],
): Suggestion[] {
  const lower = completion.typed.toLowerCase()
  const fields = typedFields
    .filter(name => name.startsWith(lower))
    .map(name =>
      nameSuggestion(completion, {
        key: `f ${name}`,
        label: name,
        detail: texts.kinds[kindOf(name)],
        count: undefined,
        text: `${name}:`,
      }),
    )
  const tagNames = tags
    .filter(({ name }) => name.toLowerCase().startsWith(lower))
    .map(({ name, count }) => {
      // A tag named like a field needs the prefix.
      const written = fieldNamed(name) === undefined ? name : `ut_${name}`
      return nameSuggestion(completion, {
        key: `t ${name}`,
        label: written,
        detail: texts.kinds.tag,
        count,
        text: `${written}:`,
      })
    })
  const names = [...fields, ...tagNames].slice(0, maxNames)
  const isWholeName = typedFields.includes(lower) || tags.some(({ name }) => name === completion.typed)
  if (!isWholeName) return names
  // The operators replace the field of that name. A tag of that name stays: it shows its count.
  const otherNames = names.filter(each => each.key !== `f ${lower}`)
  return [...operatorSuggestions(completion, completion.typed), ...otherNames]
}

/** The operators for a completely typed name. */
function operatorSuggestions(completion: Completion & { kind: 'name' }, name: string): Suggestion[] {
  const offered: readonly Operator[] = operators[kindOf(name)]
  return offered.map(operator => ({
    ...nameSuggestion(completion, {
      key: `o ${operator}`,
      label: `${name}${operator}`,
      detail: texts.signs[operator],
      count: undefined,
      text: `${name}${operator}`,
    }),
    kind: 'operator',
  }))
}

/** Operators that are offered for a kind of field. */
const operators = {
  text: [':', '!=', '=~', '!~'],
  code: [':', '!=', '<=', '>='],
  number: [':', '!=', '>', '>=', '<', '<='],
  tag: [':', '!=', '>', '<', '=~', '!~'],
} as const
type Operator = (typeof operators)[keyof typeof operators][number]

/** The kind of a field by its typed name. A name that is not a field is a tag. */
function kindOf(name: string): FieldKind | 'tag' {
  return eventFields.get(fieldNamed(name) ?? '') ?? 'tag'
}

/**
 * Values for a condition. `values`: the values that the service has counted. Codes, such as severities, are
 * known to the page, which takes only their counts from `values`.
 */
export function valueSuggestions(
  completion: Completion & { kind: 'value' },
  values: readonly ValueCount[],
): Suggestion[] {
  const field = fieldNamed(completion.name) ?? completion.name
  const codes = codeNames.get(field)
  const lower = completion.typed.toLowerCase()
  const counts = new Map(values.map(({ name, count }) => [String(name), count]))
  const listed = new Set(completion.listed.map(value => value.toLowerCase()))
  const items: [value: string, label: string, count: number | undefined][] = codes
    ? codes.map((name, code) => [
        name.toLowerCase().replaceAll('_', '-'),
        `${nameText(field, code)} (${code})`,
        counts.get(String(code)),
      ])
    : values.map(({ name, count }) => [String(name), nameText(field, name), count])
  return (
    items
      .filter(([value]) => value.toLowerCase().startsWith(lower) && !listed.has(value.toLowerCase()))
      // All codes are offered: they are few.
      .slice(0, codes ? codes.length : maxValues)
      .map(([value, label, count]) => valueSuggestion(completion, value, label, count))
  )
}

/** A suggestion that replaces the typed value, after the values already in its list. */
function valueSuggestion(
  completion: Completion & { kind: 'value' },
  value: string,
  label: string,
  count: number | undefined,
): Suggestion {
  const written = writeValue(value)
  const isPlain = written === value
  // Quotation marks cannot enclose every value, and a list (`host:a,b`) has only values without them.
  const mustBePill = written === undefined || (!isPlain && completion.listed.length > 0)
  const text = `${[...completion.listed, written ?? ''].join(',')} `
  return {
    kind: 'value',
    key: `v ${value}`,
    label,
    detail: '',
    count,
    start: completion.start,
    end: completion.end,
    text,
    ...(mustBePill && { asPill: value }),
  }
}

/** A suggestion that replaces the typed name. */
function nameSuggestion(
  { start, end }: Completion & { kind: 'name' },
  suggested: Pick<CompletedText, 'key' | 'label' | 'detail' | 'count' | 'text'>,
): CompletedText {
  return { kind: 'name', ...suggested, start, end }
}

/**
 * Recent searches whose description contains the typed text, newest first. `current`: the description of the
 * current search, which is left out.
 */
export function recentSuggestions(
  typed: string,
  recent: readonly RecentSearch[],
  current: string,
): Suggestion[] {
  const lower = typed.trim().toLowerCase()
  return recent
    .map(search => ({ search, described: recentSearchText(search) }))
    .filter(({ described }) => described !== current && described.toLowerCase().includes(lower))
    .slice(0, maxRecent)
    .map(({ search, described }) => ({ kind: 'recent', key: `r ${described} ${search.at}`, recent: search }))
}
