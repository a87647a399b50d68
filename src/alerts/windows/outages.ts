import type { Facts } from '../../metadata/database/facts.ts'

/** A span in which the service received nothing, Unix seconds, end exclusive. */
export interface Outage {
  from: number
  to: number
}

/** After an outage senders have this long to reconnect before missing events count. */
export const maxGraceSeconds = 300
/** Maximum outages kept; a further one replaces the oldest. */
const maxOutages = 100

/** The outages of this node, kept over restarts: events missing in an outage may have been sent. */
export class Outages {
  readonly #facts: Pick<Facts, 'get' | 'set'>
  readonly #name: string
  #list: readonly Outage[] = []

  constructor(facts: Pick<Facts, 'get' | 'set'>, nodeId: number | undefined) {
    this.#facts = facts
    this.#name = nodeId === undefined ? 'outages' : `outages of node ${nodeId}`
  }

  async load(): Promise<void> {
    // Only `add` writes this fact.
    this.#list = ((await this.#facts.get(this.#name)) as Outage[] | undefined) ?? []
  }

  /** Ascending. */
  get list(): readonly Outage[] {
    return this.#list
  }

  async add(outage: Outage): Promise<void> {
    this.#list = [...this.#list, outage].sort((a, b) => a.from - b.from).slice(-maxOutages)
    await this.#facts.set(this.#name, this.#list)
  }
}

/**
 * `second`, or a later second: when senders have had time to reconnect after an outage that contains `second`
 * or ends just before it.
 */
export function afterOutages(outages: readonly Outage[], second: number, seconds: number): number {
  const grace = Math.min(seconds, maxGraceSeconds)
  let after = second
  for (const { from, to } of outages) if (after >= from && after < to + grace) after = to + grace
  return after
}

/** Whether events of a span may not have been received, or not sent again yet. */
export function touchesOutage(outages: readonly Outage[], from: number, to: number): boolean {
  return outages.some(outage => outage.from < to && outage.to + Math.min(to - from, maxGraceSeconds) > from)
}
