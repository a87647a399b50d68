import type { QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document.ts'
import type { WidgetView } from '../job.ts'
import { caveatsOf } from './caveats.ts'
import type { Answer, EventStream } from './content.ts'
import { contentBuilders } from './content-builders.ts'
import { filterInWords } from './filter-words.ts'

/** A part of a document where it is drawn: events come in batches. */
export interface SectionSource {
  title: string
  widget: WidgetView | undefined
  answer:
    | { query: Answer['query']; events: EventStream | undefined }
    | { failure: { code: string; detail: string } }
}

/** A query that was stopped before its first result. */
const stoppedBeforeResult = { code: 'conflict', detail: 'The query was stopped before it had a result.' }

/** One answer, ready to be written in any format. */
export function sectionOf({ title, widget, answer }: SectionSource): Section {
  if ('failure' in answer) return failedSection(title, widget, answer.failure)
  const { query, events } = answer
  if (!Object.hasOwn(contentBuilders, query.type)) throw new Error(`there is no query type ${query.type}`)
  // Its own members are the query types.
  const type = query.type as QueryType
  if (!Array.isArray(query.results) && !('totals' in query.results))
    return failedSection(title, widget, stoppedBeforeResult)
  const content = contentBuilders[type]({ query, widget, events })
  return {
    title,
    type,
    range: content.range,
    filter: filterInWords(query),
    caveats: caveatsOf(query),
    figures: content.figures,
    tables: content.tables,
    events: content.events,
    cursors: content.events && events?.cursors,
    query,
    widget,
    failure: undefined,
  }
}

function failedSection(
  title: string,
  widget: WidgetView | undefined,
  failure: NonNullable<Section['failure']>,
): Section {
  return {
    title,
    type: undefined,
    range: undefined,
    filter: '',
    caveats: [],
    figures: [],
    tables: [],
    events: undefined,
    cursors: undefined,
    query: undefined,
    widget,
    failure,
  }
}
