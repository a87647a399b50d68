import { fieldText, nameText } from '../../charts/name-text.ts'
import { printable } from '../../charts/printable.ts'
import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import { isGroup } from '../../schema/filter/groups.ts'
import type { Operator } from '../../schema/filter/operator.ts'
import { archivedDaysText, missingDaysText } from '../../schema/query/missing-days.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import { withEllipsis } from '../../schema/text/truncate-text.ts'
import type { Section } from '../document/document.ts'
import type { NoAnswer, WidgetView } from '../document/job.ts'
import { changesContent } from './changes.ts'
import type { Answer, ContentBuilder, EventStream } from './content.ts'
import { eventRateContent } from './event-rate.ts'
import { fieldStatsContent } from './field-stats.ts'
import { lastNContent } from './last-n.ts'
import { notificationsContent } from './notifications.ts'
import { patternsContent } from './patterns.ts'
import { processingStatsContent } from './processing-stats.ts'
import { searchContent } from './search.ts'
import { statsContent } from './stats.ts'
import { storageStatsContent } from './storage-stats.ts'
import { systemContent } from './system.ts'
import { tasksContent } from './tasks.ts'
import { topNContent } from './top-n.ts'

/** A part of a document in the worker thread. */
export interface SectionSource {
  title: string
  widget: WidgetView | undefined
  answer: { query: Answer['query']; events: EventStream | undefined } | NoAnswer
}

/** The failure of a query that was stopped before its first result. */
const stoppedBeforeResult = { code: 'conflict', detail: 'The query was stopped before it had a result.' }

/** A section without content, for sections that have only some members. */
export const emptySection: Section = {
  title: '',
  type: undefined,
  range: undefined,
  filter: '',
  caveats: [],
  figures: [],
  tables: [],
  events: undefined,
  cursors: undefined,
  query: undefined,
  widget: undefined,
  note: undefined,
  failure: undefined,
}

/** One answer, ready to be written in any format. */
export function sectionOf({ title, widget, answer }: SectionSource): Section {
  if ('failure' in answer) return { ...emptySection, title, widget, failure: answer.failure }
  if ('note' in answer) return { ...emptySection, title, widget, note: answer.note }
  const { query, events } = answer
  if (!Object.hasOwn(contentBuilders, query.type)) throw new Error(`there is no query type ${query.type}`)
  // Only query types are keys of the table.
  const type = query.type as QueryType
  if (!Array.isArray(query.results) && !('totals' in query.results))
    return { ...emptySection, title, widget, failure: stoppedBeforeResult }
  const content = contentBuilders[type]({ query, widget, events })
  return {
    ...emptySection,
    ...content,
    title,
    type,
    filter: filterInWords(query),
    caveats: [...caveatsOf(query), ...unfilteredText(widget)],
    cursors: content.events && events?.cursors,
    notes: events?.notes,
    triggers: events?.triggers,
    fired: events?.fired,
    query,
    widget,
  }
}

/** Converts the answer of each query type to tables and figures. */
const contentBuilders: Readonly<Record<QueryType, ContentBuilder>> = {
  Search: searchContent,
  TopN: topNContent,
  LastN: lastNContent,
  EventRate: eventRateContent,
  Patterns: patternsContent,
  FieldStats: fieldStatsContent,
  Stats: statsContent,
  Changes: changesContent,
  StorageStats: storageStatsContent,
  ProcessingStats: processingStatsContent,
  Tasks: tasksContent,
  Notifications: notificationsContent,
  System_CPU: systemContent('System_CPU'),
  System_Memory: systemContent('System_Memory'),
  System_DF: systemContent('System_DF'),
  System_IOPS: systemContent('System_IOPS'),
  System_Network: systemContent('System_Network'),
  System_NetworkErrors: systemContent('System_NetworkErrors'),
}

/** Maximum values of a condition, and characters of each; further values are only counted. */
const maxValues = 12
const maxValueLength = 200

const verbs: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is below',
  le: 'is at most',
  gt: 'is above',
  ge: 'is at least',
  qp: 'matches',
  '=~': 'matches the expression',
  '!~': 'does not match the expression',
  '|>': 'has the pattern',
  '!>': 'does not have the pattern',
}

/** Verbs for conditions on the message. Values are words of the message, not the whole message. */
const messageVerbs: Readonly<Record<Operator, string>> = {
  ...verbs,
  eq: 'has',
  ne: 'does not have',
  qp: 'has',
}

/** The filter of a query in words: conditions joined by "and"; '' without any. */
function filterInWords({ params }: Pick<QueryRepresentation, 'params'>): string {
  // The params have the shape of their query type.
  const filter = (params.filter ?? []) as readonly FilterPart[]
  return [...filter.map(partInWords), ...choicesInWords(params)].join(' and ')
}

function partInWords(part: FilterPart): string {
  if (!isGroup(part)) return conditionInWords(part)
  const { any, all = [], not } = part
  if (not !== undefined) return `not (${partInWords(not)})`
  return `(${(any ?? all).map(partInWords).join(any === undefined ? ' and ' : ' or ')})`
}

function conditionInWords({ field, op = 'eq', value }: Condition): string {
  const values = Array.isArray(value) ? value : [value]
  const shown = values.slice(0, maxValues).map(one => valueText(field, op, one))
  if (values.length > shown.length) shown.push(`${values.length - shown.length} others`)
  const verb = (field === 'message' ? messageVerbs : verbs)[op]
  if (shown.length === 0) return `${fieldText(field)} ${verb} any of nothing`
  return `${fieldText(field)} ${verb} ${shown.join(' or ')}`
}

function valueText(field: string, op: Operator, value: string | number | boolean): string {
  // Searches (qp), expressions (=~, !~) and patterns (|>, !>).
  const isQuoted = op === 'qp' || op.endsWith('~') || op.endsWith('>') || typeof value === 'boolean'
  const text = isQuoted ? printable(String(value)) : nameText(field, value)
  const short = withEllipsis(text, maxValueLength)
  return isQuoted || short === '' ? `“${short}”` : short
}

/** Params that are true or false, with the words for each. */
const choices: Readonly<Record<string, readonly [ifTrue: string, ifFalse: string]>> = {
  is_open: ['open', 'closed'],
  is_overdue: ['overdue', 'not overdue'],
  read: ['read', 'unread'],
  is_private: ['private', 'not private'],
}

/** Describes params that select tasks, notifications, and parts of the host. */
function choicesInWords(params: Readonly<Record<string, unknown>>): string[] {
  const words: string[] = []
  if (params.target === 'assigned_to_me') words.push('assigned to me')
  if (Array.isArray(params.assigned_to)) {
    const ids = params.assigned_to.slice(0, maxValues).join(' or ')
    words.push(ids === '' ? 'unassigned' : `assigned to ${ids}`)
  }
  for (const [name, [ifTrue, ifFalse]] of Object.entries(choices)) {
    if (typeof params[name] === 'boolean') words.push(params[name] ? ifTrue : ifFalse)
  }
  for (const name of ['cpu', 'fs', 'disk', 'interface']) {
    const part = params[name]
    if (part === 'totals') continue
    if (typeof part === 'string' || typeof part === 'number') words.push(`${name} ${printable(String(part))}`)
  }
  return words
}

/** Says which variables of its dashboard do not filter a widget, as the page does. */
function unfilteredText(widget: WidgetView | undefined): string[] {
  const { unfilteredBy = [] } = widget ?? {}
  return unfilteredBy.length === 0 ? [] : [`Not filtered by ${unfilteredBy.join(', ')}.`]
}

/** Sentences about the numbers of an answer, such as that they are approximate or the query was stopped. */
function caveatsOf({
  status,
  results,
  missing_days: missingDays = [],
  archived_days: archivedDays = 0,
}: QueryRepresentation): string[] {
  const caveats: string[] = []
  if (archivedDays > 0) caveats.push(archivedDaysText(archivedDays))
  if (missingDays.length > 0) caveats.push(missingDaysText(missingDays))
  if (status === 'STOPPED') {
    caveats.push('The query was stopped before it was finished: this is what it had until then.')
  }
  if (isApproximate(results)) {
    // The bound of the error, in words.
    const bound = 'bound' in results.totals ? results.totals.bound : undefined
    caveats.push(`The numbers are approximate${typeof bound === 'string' ? `: ${bound}` : '.'}`)
  }
  return caveats
}

type Results = QueryRepresentation['results']

/** Whether results say that their numbers are approximate. */
export function isApproximate(results: Results): results is Results & { totals: object } {
  if (Array.isArray(results) || !('totals' in results)) return false
  const { totals } = results
  return (
    typeof totals === 'object' && totals !== null && 'approximate' in totals && totals.approximate === true
  )
}
