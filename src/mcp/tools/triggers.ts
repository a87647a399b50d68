import { Type } from 'typebox'
import type { ActionRun } from '../../schema/triggers/action-run.ts'
import { type ActionKind, actionFlags, type Trigger } from '../../schema/triggers/trigger.ts'
import { requestJson, type ToolCall } from '../calls/api.ts'
import { cutText, fitting, isoTime } from '../calls/present.ts'
import { defineTool } from '../calls/tool.ts'

const maxMessageLength = 300

interface Listed<Item> {
  objects: Item[]
  item_count: number
  page_count: number
}

export const triggers = defineTool({
  name: 'triggers',
  title: 'Triggers and their firings',
  description:
    'Lists triggers (alert rules), last matched first, with how often and when they matched. With `id`: one trigger with its filter, and its firings, newest first: which event set it off, what it did and what came of that.',
  members: {
    id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Of a trigger, as the list has it' }),
    ),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Of the list; * and ? are wildcards' }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Triggers, or with `id` firings',
    }),
    page: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
  },
  async run(call, { id, name, limit, page }) {
    const paging = { page: String(page), page_size: String(limit) }
    if (id !== undefined) return await oneTrigger(call, id, paging)
    const query = new URLSearchParams({ ordering: '-last_matched,order', ...paging, ...(name && { name }) })
    const { objects, item_count, page_count } = await requestJson<Listed<Trigger>>(
      call,
      'GET',
      `/api/triggers?${query}`,
    )
    const shown = fitting(objects.map(shownTrigger))
    return {
      found: item_count,
      triggers: shown,
      ...moreText(shown.length, objects.length, page, page_count),
    }
  },
})

async function oneTrigger(call: ToolCall, id: number, paging: Record<string, string>): Promise<object> {
  const trigger = await requestJson<Trigger>(call, 'GET', `/api/triggers/${id}`)
  const query = new URLSearchParams({ trigger: String(id), ordering: '-created_at,-id', ...paging })
  const { objects, item_count, page_count } = await requestJson<Listed<ActionRun>>(
    call,
    'GET',
    `/api/actions?${query}`,
  )
  const { filter, condition, group_by } = trigger
  const shown = fitting(objects.map(shownFiring))
  return {
    trigger: {
      ...shownTrigger(trigger),
      filter: fitting(filter, 5_000),
      ...(condition !== null && { condition }),
      ...(group_by !== null && { group_by }),
    },
    found: item_count,
    firings: shown,
    ...moreText(shown.length, objects.length, Number(paging.page), page_count),
  }
}

function shownTrigger(trigger: Trigger): object {
  const { id, name, is_active, owner, hits_count, fires_count, last_matched, unread_count } = trigger
  // actionFlags is keyed by kind.
  const kinds = (Object.keys(actionFlags) as ActionKind[]).filter(kind => trigger[actionFlags[kind]])
  return {
    id,
    name,
    active: is_active,
    owner: owner.username,
    actions: kinds,
    ...(hits_count !== null && { matches: hits_count }),
    ...(fires_count !== null && { fired: fires_count }),
    ...(last_matched !== null && { last_matched: isoTime(last_matched) }),
    unread: unread_count,
  }
}

function shownFiring(run: ActionRun): object {
  const { created_at, kind, status, key, event_id, host, message, matches, result } = run
  return {
    time: isoTime(created_at),
    action: kind,
    status,
    ...(event_id !== null && { event: event_id }),
    ...(key !== '' && { key }),
    ...(matches !== null && matches > 1 && { matches }),
    ...(host !== '' && { host }),
    ...(message !== '' && { message: cutText(message, maxMessageLength) }),
    ...(result !== null && { result: cutText(result, maxMessageLength) }),
  }
}

function moreText(shown: number, onPage: number, page: number, pages: number): { more?: string } {
  if (shown < onPage) return { more: `Only ${shown} of ${onPage} fit: ask for a smaller limit.` }
  return page < pages ? { more: `Page ${page} of ${pages}; the next one is page ${page + 1}.` } : {}
}
