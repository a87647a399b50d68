import { useQueryClient } from '@tanstack/react-query'
import type { Trigger, TriggerMove, TriggerPatch } from '../../../schema/triggers/trigger.ts'
import { readExistingPage } from '../../api/http/existing-page.ts'
import type { ListPage } from '../../api/http/request.ts'
import {
  changeTrigger,
  cloneTrigger,
  deleteTrigger,
  moveTrigger,
  readTriggers,
  type TriggerListOptions,
  triggersKey,
} from '../../api/triggers.ts'
import { useAction } from '../../components/use-action.ts'
import { useRead } from '../../state/use-read.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import type { TriggerSort, TriggersState } from '../links/triggers-address.ts'
import { movedRows } from './moved-rows.ts'

const pageSize = 100
/** Interval of reading the list again: counts of matches grow while the page is open. */
const refreshMs = 10_000

const orderings: Record<TriggerSort, NonNullable<TriggerListOptions['ordering']>> = {
  order: 'order',
  matched: '-last_matched',
  hits: '-hits_count',
  unread: '-unread_count',
  changed: '-updated_at',
  name: 'name',
}

/** The request for a state of the list. `me`: id of the user. */
export function listOptionsOf(
  { show, sort, action, text, page }: TriggersState,
  me: number,
): TriggerListOptions {
  return {
    text,
    action,
    ...(show === 'mine' && { owner: String(me) }),
    ...((show === 'on' || show === 'off') && { isActive: show === 'on' }),
    ordering: orderings[sort],
    page,
    pageSize,
  }
}

/**
 * The triggers of a list, and functions that change them. The list shows a change before it is saved, and
 * reads the triggers again after it is saved or fails. Copies appear only then.
 */
export function useTriggers(options: TriggerListOptions) {
  const client = useQueryClient()
  const queryKey = [triggersKey, 'list', options]
  const list = useRead(
    queryKey,
    signal => readExistingPage(options.page ?? 1, page => readTriggers({ ...options, page }, signal)),
    {
      keepsPrevious: true,
      refetchInterval: refreshMs,
    },
  )
  const refresh = () => client.invalidateQueries({ queryKey: [triggersKey] })
  const showChange = async (change: (rows: Trigger[]) => Trigger[]) => {
    // A pending response would show the previous state again.
    await client.cancelQueries({ queryKey })
    client.setQueryData<ListPage<Trigger>>(
      queryKey,
      before => before && { ...before, objects: change(before.objects) },
    )
  }
  const { act } = useAction(triggersKey)
  return {
    list,
    refresh,
    change: (trigger: Trigger, patch: TriggerPatch, done: string) =>
      act(async () => {
        await showChange(rows => rows.map(row => (row.id === trigger.id ? { ...row, ...patch } : row)))
        return changeTrigger(trigger.id, patch)
      }, done),
    move: (trigger: Trigger, to: TriggerMove) =>
      act(
        async () => {
          await showChange(rows => movedRows(rows, trigger.id, to))
          return moveTrigger(trigger.id, to)
        },
        moved => texts.movedTo(moved.name, moved.order ?? 0),
      ),
    remove: (trigger: Trigger) =>
      act(async () => {
        await showChange(rows => rows.filter(({ id }) => id !== trigger.id))
        return deleteTrigger(trigger.id)
      }, texts.deleted(trigger.name)),
    clone: (trigger: Trigger) =>
      act(
        () => cloneTrigger(trigger.id),
        clone => texts.cloned(clone.name),
      ),
  }
}

/** Functions that change triggers; a toast shows the result or the failure. */
export type TriggerChanges = Pick<ReturnType<typeof useTriggers>, 'change' | 'move' | 'remove' | 'clone'>
