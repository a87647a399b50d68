import type { StoredEvent } from '../../schema/event.ts'
import type { Zone } from '../../time/zone.ts'

/** The trigger whose action it is, as far as actions need it. */
interface ActionTrigger {
  id: number
  name: string
  /** Matches since the trigger was made. */
  hitsCount: number
  owner: { id: number; username: string; email: string }
}

/** What every action gets. */
export interface ActionContext {
  /** The event that matched, the newest of many. null: the trigger fires when no event comes. */
  event: StoredEvent | null
  trigger: ActionTrigger
  /** Matches that this action stands for, at least 1. */
  count: number
  /** Value of the field that the trigger groups by; null: it does not group. */
  key: string | null
  /** The same for every attempt of one action, so that a receiver can recognise repeats. */
  idempotencyKey: string
  /** Of dates in texts. */
  zone: Zone
}

/** The outcome of one attempt. */
export interface ActionResult {
  /** refused: a rule of ours or a setting does not allow it, so that another attempt is of no use. */
  status: 'done' | 'failed' | 'refused'
  /** A sentence for the history. */
  detail: string
  /** Whether another attempt may succeed. */
  retry: boolean
  /** What a script printed or a receiver answered, cut. */
  output?: string
}

/** Does one action that is due, once. Never throws; an aborted signal ends it as failed. */
export type ActionFunction<Action> = (
  action: Action,
  context: ActionContext,
  signal: AbortSignal,
) => Promise<ActionResult>

export function done(detail: string, output?: string): ActionResult {
  return { status: 'done', detail, retry: false, ...(output !== undefined && { output }) }
}

export function failed(detail: string, retry: boolean, output?: string): ActionResult {
  return { status: 'failed', detail, retry, ...(output !== undefined && { output }) }
}

export function refused(detail: string): ActionResult {
  return { status: 'refused', detail, retry: false }
}
