import {
  type ActionKind,
  actionFlags,
  actionKinds,
  type TriggerContent,
} from '../../schema/triggers/trigger.ts'
import { actionPeriod } from '../actions/action-period.ts'

/** Maximum keys whose periods are tracked. */
const maxKeys = 200_000

interface Counted {
  kind: ActionKind
  period: number
  count: number
  /** By key: when the last action was, or will be. */
  last: Map<string, number>
  /** The current key, and the time of its last action. */
  key: string
  lastOfKey: number | undefined
}

/**
 * Counts the actions that a trigger would run, from its firings in order of time. Firings within a period are
 * reported with the next action.
 */
export class ActionCounter {
  readonly #counts: Counted[]
  readonly #hasCondition: boolean
  /** False when keys were left out. */
  isComplete = true

  constructor(trigger: TriggerContent) {
    this.#hasCondition = trigger.condition !== null
    const kinds = actionKinds.filter(kind => trigger[actionFlags[kind]])
    // Each status belongs to one event.
    this.#counts = kinds
      .filter(kind => kind !== 'status' || trigger.condition === null)
      .map(kind => {
        const isEach = kind === 'status' || kind === 'notification' || kind === 'note'
        const period = isEach ? 0 : actionPeriod(kind, trigger)
        return { kind, period, count: 0, last: new Map(), key: '', lastOfKey: undefined }
      })
  }

  /** Whether the count depends on the keys of firings. */
  get needsKeys(): boolean {
    return this.#counts.some(({ period }) => period > 0)
  }

  add(second: number, key: string, fires: number): void {
    for (const counted of this.#counts) {
      if (counted.period === 0) {
        counted.count += this.#hasCondition ? 1 : fires
        continue
      }
      // Most firings come while the last action waits.
      const last = key === counted.key ? counted.lastOfKey : counted.last.get(key)
      counted.key = key
      counted.lastOfKey = last
      if (last !== undefined && second <= last) continue
      counted.count++
      if (last === undefined && counted.last.size >= maxKeys) {
        this.isComplete = false
        continue
      }
      counted.lastOfKey = last === undefined ? second : Math.max(second, last + counted.period)
      counted.last.set(key, counted.lastOfKey)
    }
  }

  counts(): { kind: ActionKind; count: number }[] {
    return this.#counts.map(({ kind, count }) => ({ kind, count }))
  }
}
