import { type ActionKind, actionKinds } from '../../schema/triggers/action-kinds.ts'
import { actionFlags, type TriggerContent } from '../../schema/triggers/trigger.ts'
import { actionPeriodSeconds } from '../actions/action-period.ts'

/** Maximum keys whose periods are tracked. */
const maxKeys = 200_000

/** The count of one kind of action. */
interface KindCount {
  kind: ActionKind
  /** Minimum time between two actions for one key; 0: no limit. */
  periodSeconds: number
  count: number
  /** By key: the second of the newest action, which may still wait for its period to pass. */
  newest: Map<string, number>
  /** The key of the last call of `add`, and its entry in `newest`: the next call often has the same key. */
  key: string
  newestOfKey: number | undefined
}

/**
 * Counts the actions that a trigger would run, from its firings in order of time. Firings within a period are
 * reported with the next action.
 */
export class ActionCounter {
  readonly #counts: KindCount[]
  /** False if there were too many keys to track all. */
  isComplete = true

  constructor(trigger: TriggerContent) {
    const kinds = actionKinds.filter(kind => trigger[actionFlags[kind]])
    // A trigger with a condition sets no status: a status belongs to one event.
    this.#counts = kinds
      .filter(kind => kind !== 'status' || trigger.condition === null)
      .map(kind => {
        const isPerFiring = kind === 'status' || kind === 'notification'
        const periodSeconds = isPerFiring ? 0 : actionPeriodSeconds(kind, trigger)
        return { kind, periodSeconds, count: 0, newest: new Map(), key: '', newestOfKey: undefined }
      })
  }

  /** Whether the count depends on the keys of firings. */
  get needsKeys(): boolean {
    return this.#counts.some(({ periodSeconds }) => periodSeconds > 0)
  }

  /** Adds firings of a key in one second; for each key in order of time. */
  add(second: number, key: string, fires: number): void {
    for (const counted of this.#counts) {
      if (counted.periodSeconds === 0) {
        counted.count += fires
        continue
      }
      const newest = key === counted.key ? counted.newestOfKey : counted.newest.get(key)
      counted.key = key
      counted.newestOfKey = newest
      // The newest action still waits, and will report this firing too.
      if (newest !== undefined && second <= newest) continue
      counted.count++
      if (newest === undefined && counted.newest.size >= maxKeys) {
        this.isComplete = false
        continue
      }
      counted.newestOfKey = newest === undefined ? second : Math.max(second, newest + counted.periodSeconds)
      counted.newest.set(key, counted.newestOfKey)
    }
  }

  counts(): { kind: ActionKind; count: number }[] {
    return this.#counts.map(({ kind, count }) => ({ kind, count }))
  }
}
