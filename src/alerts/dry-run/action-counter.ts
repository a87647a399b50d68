import { type ActionKind, actionFlags, actionKinds, type TriggerContent } from '../../schema/trigger.ts'
import { actionPeriod } from '../actions/action-period.ts'

/** Maximum keys whose periods are followed. */
const maxKeys = 200_000

interface Counted {
  kind: ActionKind
  period: number
  count: number
  /** When the last one was, or will be, by key. */
  last: Map<string, number>
  /** The key at hand, and its last one. */
  key: string
  lastOfKey: number | undefined
}

/** Counts the actions of a trigger from what sets it off, in order of time: what comes within a period is told with the next one. */
export class ActionCounter {
  readonly #counts: Counted[]
  readonly #hasCondition: boolean
  /** Keys were left out. */
  isComplete = true

  constructor(trigger: TriggerContent) {
    this.#hasCondition = trigger.condition !== null
    const kinds = actionKinds.filter(kind => trigger[actionFlags[kind]])
    // A status is that of one event.
    this.#counts = kinds
      .filter(kind => kind !== 'status' || trigger.condition === null)
      .map(kind => {
        const isEach = kind === 'status' || kind === 'notification' || kind === 'note'
        const period = isEach ? 0 : actionPeriod(kind, trigger)
        return { kind, period, count: 0, last: new Map(), key: '', lastOfKey: undefined }
      })
  }

  /** Whether the key of what sets the trigger off matters. */
  get needsKeys(): boolean {
    return this.#counts.some(({ period }) => period > 0)
  }

  add(second: number, key: string, fires: number): void {
    for (const counted of this.#counts) {
      if (counted.period === 0) {
        counted.count += this.#hasCondition ? 1 : fires
        continue
      }
      // Most come while the last one waits.
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
