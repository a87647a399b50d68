/** Growth of monotonic totals within a time window. */
export class RecentGrowth<Name extends string> {
  readonly #windowMs: number
  readonly #samples: { at: number; totals: Readonly<Record<Name, number>> }[] = []

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Adds the totals at a moment (milliseconds) and returns their growth since the start of the window. */
  add(at: number, totals: Readonly<Record<Name, number>>): Record<Name, number> {
    // The clock was set back, so the window restarts.
    if ((this.#samples.at(-1)?.at ?? at) > at) this.#samples.length = 0
    this.#samples.push({ at, totals })
    // The window starts at the newest sample that is at least as old as the window.
    while ((this.#samples[1]?.at ?? Number.POSITIVE_INFINITY) <= at - this.#windowMs) this.#samples.shift()
    const oldestTotals = this.#samples[0]?.totals ?? totals
    const growth: Record<Name, number> = { ...totals }
    for (const name in growth) growth[name] -= oldestTotals[name]
    return growth
  }
}
