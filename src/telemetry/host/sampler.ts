import type { Figure } from '../../schema/store/figure.ts'
import { figuresOf, type Reading } from './reading.ts'

/** Milliseconds between two samples. */
const intervalMs = 10_000
/** A timer may fire up to a millisecond early: the same moment would then be sampled twice. */
const earlyTimerMarginMs = 5

/**
 * Samples the host at once, and then whenever the clock is at a multiple of 10 s. The first sample has no
 * rates. A sample has the time of the last whole second that it covers: a sample taken at 12:00:10 gets
 * 12:00:09, and so belongs to the period that ends at 12:00:10. `read` must not reject. Returns a function
 * that stops sampling.
 */
export function sampleHost(read: () => Promise<Reading>, onSample: (figures: Figure[]) => void): () => void {
  let previous: Reading | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const sample = async (): Promise<void> => {
    const second = Math.floor(Date.now() / 1_000) - 1
    const reading = await read()
    if (isStopped) return
    onSample(figuresOf(reading, previous, second))
    previous = reading
    timer = setTimeout(() => void sample(), intervalMs - (Date.now() % intervalMs) + earlyTimerMarginMs)
    timer.unref()
  }
  void sample()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
