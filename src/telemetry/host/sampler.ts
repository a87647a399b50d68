import type { Figure } from '../../schema/figure.ts'
import { figuresOf, type Reading } from './reading.ts'

/** Milliseconds between two samples. */
const intervalMs = 10_000
/** Timers may be early by a part of a millisecond; a sample before its time would be followed by another. */
const earlyTimerMarginMs = 5

/**
 * Samples the host at every tenth second of the clock, at once when it starts, and hands on the figures; those that are rates are there
 * from the second sample on. A sample is kept under the second before it: the last one that it is of, so that the sample of a
 * period's very end belongs to that period. `read` must not reject. Returns the function that ends it.
 */
export function sampleHost(read: () => Promise<Reading>, keep: (figures: Figure[]) => void): () => void {
  let before: Reading | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const sample = async (): Promise<void> => {
    const second = Math.floor(Date.now() / 1_000) - 1
    const reading = await read()
    if (ended) return
    keep(figuresOf(reading, before, second))
    before = reading
    timer = setTimeout(() => void sample(), intervalMs - (Date.now() % intervalMs) + earlyTimerMarginMs)
    timer.unref()
  }
  void sample()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
