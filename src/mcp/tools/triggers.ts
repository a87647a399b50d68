import { Type } from 'typebox'
import type { ActionKind } from '../../schema/triggers/action-kinds.ts'
import type { ActionRun } from '../../schema/triggers/action-run.ts'
import { actionFlags, type Trigger } from '../../schema/triggers/trigger.ts'
import { type ListAnswer, requestJson, type ToolCall } from '../calls/api.ts'
import { cutText, fitting, isoTime, moreOfList } from '../calls/present.ts'
import { defineTool } from '../calls/tool.ts'

const maxMessageLength = 300
/** Maximum characters of the conditions of a trigger. */
const maxFilterLength = 5_000

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
    if (id !== undefined) return await oneTrigger(call, id, page, limit)
    const query = new URLSearchParams({
      ordering: '-last_matched,order',
      page: String(page),
      page_size: String(limit),
      ...(name && { name }),
    })
    const { objects, item_count, page_count } = await requestJson<ListAnswer<Trigger>>(
      call,
      'GET',
      `/api/triggers?${query}`,
    )
    const shown = fitting(objects.map(shownTrigger))
    return {
      found: item_count,
      triggers: shown,
      ...moreOfList({
        items: 'triggers',
        shown: shown.length,
        onPage: objects.length,
        page,
        pageCount: page_count,
      }),
    }
  },
})

/** A trigger with a page of its firings. */
async function oneTrigger(call: ToolCall, id: number, page: number, limit: number): Promise<object> {
  const trigger = await requestJson<Trigger>(call, 'GET', `/api/triggers/${id}`)
  const query = new URLSearchParams({
    trigger: String(id),
    ordering: '-created_at,-id',
    page: String(page),
    page_size: String(limit),
  })
  const { objects, item_count, page_count } = await requestJson<ListAnswer<ActionRun>>(
    call,
    'GET',
    `/api/actions?${query}`,
  )
  const { filter, condition, group_by } = trigger
  const shown = fitting(objects.map(shownFiring))
  const shownFilter = fitting(filter, maxFilterLength)
  return {
    trigger: {
      ...shownTrigger(trigger),
      filter: shownFilter,
      ...(shownFilter.length < filter.length && { conditions_left_out: filter.length - shownFilter.length }),
      ...(condition !== null && { condition }),
      ...(group_by !== null && { group_by }),
    },
    found: item_count,
    firings: shown,
    ...moreOfList({
      items: 'firings',
      shown: shown.length,
      onPage: objects.length,
      page,
      pageCount: page_count,
    }),
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
