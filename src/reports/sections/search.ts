import type { StoredEvent } from '../../schema/event/event.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { Row } from '../document/document.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { type EventColumn, eventColumns } from './event-columns.ts'
import { storedEvent } from './stored-event.ts'

/** Events, one per row: all that match, or the page that a widget shows. */
export function searchContent({ query, widget, events }: Answer): SectionContent {
  // The results of a Search.
  const { totals, events: page } = query.results as SearchResults
  const columns = eventColumns(widget?.config.columns, events)
  const batches = events?.batches ?? onePage(page.objects.map(storedEvent))
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'count', title: 'Events', kind: 'integer', value: totals.count },
      { name: 'occurrences', title: 'Occurrences', kind: 'integer', value: totals.occurrences },
    ],
    tables: [
      {
        title: 'Events',
        columns: columns.map(({ name, title, kind }) => ({ name, title, kind })),
        rows: rowsOf(batches, columns),
        count: events?.matching ?? page.objects.length,
      },
    ],
    events: batches,
  }
}

async function* onePage(events: readonly StoredEvent[]): AsyncIterable<readonly StoredEvent[]> {
  if (events.length > 0) yield events
}

async function* rowsOf(
  batches: AsyncIterable<readonly StoredEvent[]>,
  columns: readonly EventColumn[],
): AsyncIterable<readonly Row[]> {
  for await (const events of batches) yield events.map(event => columns.map(column => column.cell(event)))
}
