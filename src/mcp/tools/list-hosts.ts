import { Type } from 'typebox'
import { hostStates, type SourceHost } from '../../schema/intake/ingest-health.ts'
import { type ListAnswer, requestJson } from '../calls/api.ts'
import { fitting, isoTime, moreOfList } from '../calls/present.ts'
import { defineTool } from '../calls/tool.ts'

export const listHosts = defineTool({
  name: 'list_hosts',
  title: 'Hosts that send logs',
  description:
    'Lists hosts with the time of their last event and whether they are silent for longer than they usually are: active, quiet, gone (for a week), new (since a day). Quiet ones come first.',
  members: {
    name: Type.String({ default: '', maxLength: 255, description: 'Part of the name' }),
    state: Type.Optional(Type.Enum([...hostStates])),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
    page: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
  },
  async run(call, { name, state, limit, page }) {
    const query = new URLSearchParams({ search: name, page: String(page), page_size: String(limit) })
    if (state !== undefined) query.set('state', state)
    const { objects, item_count, page_count } = await requestJson<ListAnswer<SourceHost>>(
      call,
      'GET',
      `/api/ingest/hosts?${query}`,
    )
    const shown = fitting(objects.map(shownHost))
    return {
      found: item_count,
      hosts: shown,
      ...moreOfList({
        items: 'hosts',
        shown: shown.length,
        onPage: objects.length,
        page,
        pageCount: page_count,
      }),
    }
  },
})

/** A host as answers show it. */
export function shownHost(host: SourceHost): object {
  const { state, last_at, silent_seconds, usual_silence, events, clock_delay, mark } = host
  return {
    host: host.host,
    state,
    last_event: isoTime(last_at),
    events,
    ...(state === 'quiet' && { silent_seconds, usual_silence }),
    ...(clock_delay !== null && { clock_delay }),
    ...(mark !== null && { mark }),
  }
}
