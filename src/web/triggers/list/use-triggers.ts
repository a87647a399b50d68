import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Trigger, TriggerMove, TriggerPatch } from '../../../schema/triggers/trigger.ts'
import { errorText } from '../../api/http/api-error.ts'
import type { ListPage } from '../../api/http/list-page.ts'
import {
  changeTrigger,
  cloneTrigger,
  deleteTrigger,
  moveTrigger,
  readTriggers,
  type TriggersAsked,
  triggersKey,
} from '../../api/triggers.ts'
import { showToast } from '../../components/toast.tsx'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import type { TriggerSort, TriggersState } from '../links/triggers-address.ts'
import { movedRows } from './moved-rows.ts'

const pageSize = 100
/** Counts of matches grow while the page is open. */
const refreshMs = 10_000

const orderings: Record<TriggerSort, NonNullable<TriggersAsked['ordering']>> = {
  order: 'order',
  matched: '-last_matched',
  hits: '-hits_count',
  unread: '-unread_count',
  changed: '-updated_at',
  name: 'name',
}

/** The API filter for a state of the list. */
export function askedOf({ show, sort, action, text, page }: TriggersState, me: number): TriggersAsked {
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

/** The triggers of a list, and changes of them that show at once. */
export function useTriggers(asked: TriggersAsked) {
  const client = useQueryClient()
  const queryKey = [triggersKey, 'list', asked]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readTriggers(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const refresh = () => client.invalidateQueries({ queryKey: [triggersKey] })
  const show = async (change: (rows: Trigger[]) => Trigger[]) => {
    // A pending response has the previous state.
    await client.cancelQueries({ queryKey })
    client.setQueryData<ListPage<Trigger>>(
      queryKey,
      before => before && { ...before, objects: change(before.objects) },
    )
  }
  const common = {
    onError: (error: unknown) => showToast(errorText(error)),
    onSettled: refresh,
  }
  const change = useMutation({
    ...common,
    mutationFn: async ({ trigger, patch }: { trigger: Trigger; patch: TriggerPatch; done: string }) => {
      await show(rows => rows.map(row => (row.id === trigger.id ? { ...row, ...patch } : row)))
      return changeTrigger(trigger.id, patch)
    },
    onSuccess: (_, { done }) => showToast(done),
  })
  const move = useMutation({
    ...common,
    mutationFn: async ({ trigger, to }: { trigger: Trigger; to: TriggerMove }) => {
      await show(rows => movedRows(rows, trigger.id, to))
      return moveTrigger(trigger.id, to)
    },
    onSuccess: moved => showToast(texts.movedTo(moved.name, moved.order ?? 0)),
  })
  const remove = useMutation({
    ...common,
    mutationFn: async (trigger: Trigger) => {
      await show(rows => rows.filter(({ id }) => id !== trigger.id))
      return deleteTrigger(trigger.id)
    },
    onSuccess: (_, { name }) => showToast(texts.deleted(name)),
  })
  const clone = useMutation({
    ...common,
    mutationFn: ({ id }: Trigger) => cloneTrigger(id),
    onSuccess: made => showToast(texts.cloned(made.name)),
  })
  return {
    page: data,
    error: error ?? undefined,
    isStale: isPlaceholderData,
    retry: () => void refetch(),
    refresh,
    change: (trigger: Trigger, patch: TriggerPatch, done: string) => change.mutate({ trigger, patch, done }),
    move: (trigger: Trigger, to: TriggerMove) => move.mutate({ trigger, to }),
    remove: remove.mutate,
    clone: clone.mutate,
  }
}
export type TriggerChanges = Pick<ReturnType<typeof useTriggers>, 'change' | 'move' | 'remove' | 'clone'>
