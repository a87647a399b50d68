import type { Clocks } from '../../telemetry/clock-watch.ts'
import type { SqlStore } from '../store/sql-store.ts'

const hourMs = 3_600_000

/** Clocks of a store that stand still until a test moves them. */
export class ManualClocks implements Clocks {
  #wall: number
  #monotonic = 0
  readonly wall = () => this.#wall
  readonly monotonic = () => this.#monotonic

  /** Unix milliseconds. */
  constructor(wall = Date.now()) {
    this.#wall = wall
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
  }

  /** Sets the clock forward or back. */
  set(ms: number): void {
    this.#wall += ms
  }

  /** Lets time pass, with a retention tick every half hour for whole hours, otherwise each minute. */
  async pass(
    minutes: number,
    { retention }: Pick<SqlStore, 'retention'>,
    each = minutes % 60 === 0 ? 30 : 1,
  ): Promise<void> {
    for (let left = minutes; left > 0; left -= each) {
      this.advance(Math.min(left, each) * 60_000)
      await retention.tick()
    }
  }

  /** Lets hours pass until retention has nothing to drop. */
  async expire({ retention }: Pick<SqlStore, 'retention'>): Promise<void> {
    do {
      this.advance(hourMs)
      await retention.tick()
    } while (retention.pending > 0)
  }
}
