import type { Facts } from '../../metadata/database/facts.ts'

/** A span in which the service received nothing, Unix seconds, end exclusive. */
export interface Outage {
  from: number
  to: number
}

/**
 * Maximum time that senders have to reconnect after an outage before missing events count; less for shorter
 * conditions.
 */
export const maxGraceSeconds = 300
/** Maximum outages kept; a further one drops the oldest. */
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

  /** By time, ascending. */
  get list(): readonly Outage[] {
    return this.#list
  }

  async add(outage: Outage): Promise<void> {
    this.#list = [...this.#list, outage].sort((a, b) => a.from - b.from).slice(-maxOutages)
    await this.#facts.set(this.#name, this.#list)
  }
}

/**
 * The deadline (Unix seconds), postponed past each outage that contains it or ended less than the grace
 * before it. `waitSeconds`: the wait that ends at the deadline; the grace is never longer.
 */
export function afterOutages(outages: readonly Outage[], deadline: number, waitSeconds: number): number {
  const grace = Math.min(waitSeconds, maxGraceSeconds)
  let after = deadline
  for (const { from, to } of outages) if (after >= from && after < to + grace) after = to + grace
  return after
}

/** Whether events of a span may be missing because of an outage: lost in it, or not yet sent again. */
export function touchesOutage(outages: readonly Outage[], from: number, to: number): boolean {
  return outages.some(outage => outage.from < to && outage.to + Math.min(to - from, maxGraceSeconds) > from)
}
