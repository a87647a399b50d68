/**
 * The deadline of each group of closers, in milliseconds since closing began. `service`: all from the HTTP
 * server to ingest. `rest`: what the service and the store both need, such as metadata and the folder lock.
 * All deadlines are before the 9 s after which the program exits anyway (cli/start-command.ts).
 */
export const closingEndsMs = { service: 6_500, store: 8_000, rest: 8_500 } as const

type ClosingGroup = keyof typeof closingEndsMs

/** See ClosingStack.defer. */
interface Closer {
  close: () => unknown
  by: ClosingGroup
  waitsForOthers: boolean
  maxMs: number
  /** The running call of `close`; absent before it. */
  closed?: Promise<void>
}

/**
 * Everything that a start has opened, closed in reverse order, one after the other. A closer that exceeds its
 * time is left behind: it continues while earlier entries are closed, and the next start finishes the rest.
 */
export class ClosingStack {
  readonly #endsMs: Readonly<Record<ClosingGroup, number>>
  readonly #closers: Closer[] = []

  constructor(endsMs: Readonly<Record<ClosingGroup, number>> = closingEndsMs) {
    this.#endsMs = endsMs
  }

  /**
   * Adds a closer. `by`: the group whose deadline it gets. `waitsForOthers`: it waits for receivers or
   * servers that may hang, so it begins to close at once, in parallel to everything else. `maxMs`: limits its
   * share of the time of its group.
   */
  defer(
    close: () => unknown,
    {
      by = 'service',
      waitsForOthers = false,
      maxMs = Number.POSITIVE_INFINITY,
    }: { by?: ClosingGroup; waitsForOthers?: boolean; maxMs?: number } = {},
  ): void {
    this.#closers.push({ close, by, waitsForOthers, maxMs })
  }

  /**
   * Closes everything. Returns false if a closer was left behind. Throws an AggregateError at the end if
   * closers have failed.
   */
  async close(): Promise<boolean> {
    const closers = this.#closers.splice(0).reverse()
    const began = performance.now()
    for (const closer of closers) if (closer.waitsForOthers) begin(closer)
    const errors: unknown[] = []
    let haveAllEnded = true
    for (const closer of closers) {
      const leftMs = this.#endsMs[closer.by] - (performance.now() - began)
      try {
        if (!(await endsWithin(begin(closer), Math.min(leftMs, closer.maxMs)))) haveAllEnded = false
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
    return haveAllEnded
  }
}

/** Begins to close. A second call returns the same promise. */
function begin(closer: Closer): Promise<void> {
  if (closer.closed !== undefined) return closer.closed
  const closed = (async () => void (await closer.close()))()
  // A closer that was left behind, or waits for its turn, may fail.
  closed.catch(() => {})
  closer.closed = closed
  return closed
}

/** Resolves with false if the work takes longer. Work that is already done counts even without time left. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = Number.isFinite(ms) ? setTimeout(() => late.resolve(false), Math.max(0, ms)) : undefined
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
