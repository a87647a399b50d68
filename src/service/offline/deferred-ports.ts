import type { IntakePorts } from '../../ingest/worker/open-intake.ts'
import type { Figure } from '../../schema/store/figure.ts'

/** Maximum figures (counts by second) that wait for the store: a day's. Beyond it the oldest are lost. */
const maxFigures = 110_000
/** Maximum outages that wait for the metadata; beyond it the oldest are lost. */
const maxOutages = 100

/** All ports that ingest gets once metadata and store are open. */
export type StorePorts = Required<Omit<IntakePorts, 'progress'>>

/** The ports that wait for the store; see IngestPorts. */
type Deferred = Pick<StorePorts, 'sink' | 'slowOutcome' | 'abandon' | 'recordFigures' | 'recordOutage'>

/**
 * Ports of an ingest that starts before metadata and store. Holds back what they receive until the store is
 * attached. Events wait in the spool meanwhile.
 */
export class DeferredPorts {
  /** Resolves with the store's ports once everything that waited was passed on. */
  readonly #attached = Promise.withResolvers<Deferred>()
  /** The store's ports; undefined while figures and outages must wait. */
  #store: Deferred | undefined
  /** Counts by second that wait for the store. */
  #figures: Figure[] = []
  /** Outages that wait for the metadata, Unix milliseconds. */
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
