import { Session } from 'node:inspector/promises'

/**
 * Counts how often the blocks of all functions run, code of libraries among them: work that is the same on
 * any machine.
 */
export class WorkCounter {
  readonly #session = new Session()

  async open(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Work inside a function of the engine (sorting, searching a text) is not in it. */
  async count(run: () => void): Promise<number> {
    // Counts of what ran before.
    await this.#session.post('Profiler.takePreciseCoverage')
    run()
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let blocks = 0
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
    return blocks
  }

  close(): void {
    this.#session.disconnect()
  }
}
