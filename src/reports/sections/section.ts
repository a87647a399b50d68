import type { QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import type { WidgetView } from '../document/job.ts'
import { caveatsOf } from './caveats.ts'
import type { Answer, EventStream } from './content.ts'
import { contentBuilders } from './content-builders.ts'
import { filterInWords } from './filter-words.ts'

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
