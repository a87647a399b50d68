import type { QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import type { WidgetView } from '../document/job.ts'
import { caveatsOf } from './caveats.ts'
import type { Answer, ContentBuilder, EventStream } from './content.ts'
import { eventRateContent } from './event-rate.ts'
import { fieldStatsContent } from './field-stats.ts'
import { filterInWords } from './filter-words.ts'
import { lastNContent } from './last-n.ts'
import { notificationsContent } from './notifications.ts'
import { patternsContent } from './patterns.ts'
import { processingStatsContent } from './processing-stats.ts'
import { searchContent } from './search.ts'
import { storageStatsContent } from './storage-stats.ts'
import { systemContent } from './system.ts'
import { tasksContent } from './tasks.ts'
import { topNContent } from './top-n.ts'

/** A part of a document in the worker thread. */
export interface SectionSource {
  title: string
  widget: WidgetView | undefined
  answer:
    | { query: Answer['query']; events: EventStream | undefined }
    | { failure: { code: string; detail: string } }
}

/** For a query that was stopped before its first result. */
const stoppedBeforeResult = { code: 'conflict', detail: 'The query was stopped before it had a result.' }

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
  failure: undefined,
}

/** One answer, ready to be written in any format. */
export function sectionOf({ title, widget, answer }: SectionSource): Section {
  if ('failure' in answer) return { ...emptySection, title, widget, failure: answer.failure }
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
    caveats: caveatsOf(query),
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
