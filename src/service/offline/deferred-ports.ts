import type { IntakePorts } from '../../ingest/worker/open-intake.ts'
import type { Figure } from '../../schema/store/figure.ts'

/** Maximum figures (counts by second) that wait for the store: a day's. Beyond it the oldest are lost. */
const maxFigures = 110_000
/** Maximum outages that wait for the metadata; beyond it the oldest are lost. */
const maxOutages = 100

/** The ports of an ingest whose metadata and store are open: its ways to the main process. */
export type StorePorts = Required<Omit<IntakePorts, 'progress'>>

/**
 * The ports that wait for the store. `slowOutcome` waits for the outcome of a spool file that the sink
 * reported as slow; `abandon` reports a file that the sink will not get again.
 */
type Deferred = Pick<StorePorts, 'sink' | 'slowOutcome' | 'abandon' | 'recordFigures' | 'recordOutage'>

/**
 * Ports of an ingest that starts before metadata and store. Holds back what they receive until the store is
 * attached. Events wait in the spool meanwhile.
 */
export class DeferredPorts {
  readonly #attached = Promise.withResolvers<Deferred>()
  #store: Deferred | undefined
  #figures: Figure[] = []
  #outages: [from: number, to: number][] = []

  readonly ports: Deferred = {
    sink: async batches => await (await this.#attached.promise).sink(batches),
    slowOutcome: async sequence => await (await this.#attached.promise).slowOutcome(sequence),
    abandon: sequence => void this.#attached.promise.then(({ abandon }) => abandon(sequence)),
    recordFigures: async rows => {
      if (this.#store !== undefined) return await this.#store.recordFigures(rows)
      this.#figures = [...this.#figures, ...rows].slice(-maxFigures)
    },
    recordOutage: async (from, to) => {
      if (this.#store !== undefined) return await this.#store.recordOutage(from, to)
      this.#outages = [...this.#outages, [from, to] satisfies [number, number]].slice(-maxOutages)
    },
  }

  /** Passes on all that waits. Outages come first, since the store must have them before later events. */
  async attach(store: Deferred): Promise<void> {
    // More outages may come while one is recorded.
    for (;;) {
      const outage = this.#outages.shift()
      if (outage === undefined) break
      await store.recordOutage(...outage)
    }
    this.#store = store
    await store.recordFigures(this.#figures.splice(0))
    this.#attached.resolve(store)
  }
}
