import { Type } from 'typebox'
import type { SearchResults } from '../../schema/query/search.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { fitting, moreOfList, shownEvents, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'

/** Characters of a message in a list by default. */
const defaultMessageLength = 300

/** Argument of tools that list events. */
export const messageLength = Type.Integer({
  minimum: 20,
  maximum: 10_000,
  default: defaultMessageLength,
  description: 'Characters of each message; event_context shows a whole one',
})

export const search = defineTool({
  name: 'search',
  title: 'Search events',
  description:
    'Finds log events, newest first, with the number of all that match. To count or rank use count_over_time, top_values or patterns instead: they answer about millions of events at once.',
  members: {
    ...conditionMembers,
    ...rangeMembers,
    order: Type.Enum(['newest', 'oldest'], { default: 'newest' }),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Events of a page' }),
    page: Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }),
    message_length: messageLength,
  },
  async run(call, given) {
    const { limit, page, order, message_length } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range)
    const { results, caveats } = await runQuery<SearchResults>(call, 'Search', {
      filter,
      time_range: range,
      sort: order === 'newest' ? ['-last_occurrence'] : ['first_occurrence'],
      page,
      page_size: limit,
    })
    const { totals, events } = results
    const shown = fitting(shownEvents(events.objects, message_length))
    return {
      range: shownRange(totals),
      found: totals.count,
      occurrences: totals.occurrences,
      ...read,
      ...caveats,
      events: shown,
      ...moreOfList({
        items: 'events',
        shown: shown.length,
        onPage: events.objects.length,
        page: events.page_number,
        pageCount: events.page_count,
        advice: 'fewer (limit) or a smaller message_length',
      }),
    }
  },
})
