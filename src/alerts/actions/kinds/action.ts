import type { StoredEvent } from '../../../schema/event/event.ts'
import type { Zone } from '../../../time/zone.ts'

/** The members of a trigger that its actions need. */
interface ActionTrigger {
  id: number
  name: string
  /** Matches since the trigger was made. */
  hitsCount: number
  owner: { id: number; username: string; email: string }
}

/** The arguments of every action. */
export interface ActionContext {
  /** The event that matched, or the newest of several. null: the trigger fires because no event arrived. */
  event: StoredEvent | null
  trigger: ActionTrigger
  /** Matches that this action stands for, at least 1. */
  count: number
  /** Value of the field that the trigger groups by; null: it does not group. */
  key: string | null
  /** Equal for every attempt of one action, so that a receiver can recognise repeats. */
  idempotencyKey: string
  /** Time zone of dates in texts. */
  zone: Zone
}

/** The outcome of one attempt. */
export interface ActionResult {
  /** refused: one of our rules or a setting forbids it, so another attempt is pointless. */
  status: 'done' | 'failed' | 'refused'
  /** A sentence for the history. */
  detail: string
  /** Whether another attempt may succeed. */
  retry: boolean
  /** What a script printed or a receiver answered, truncated. */
  output?: string
}

/**
 * Makes one attempt at a due action. Never throws. An aborted signal ends the attempt as failed; notes and
 * tasks, which only write to the metadata, ignore it.
 */
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
