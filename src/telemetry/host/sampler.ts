import type { Figure } from '../../schema/store/figure.ts'
import { figuresOf, type Reading } from './reading.ts'

/** Milliseconds between two samples. */
const intervalMs = 10_000
/** A timer may fire up to a millisecond early, which would sample the same moment twice. */
const earlyTimerMarginMs = 5

/**
 * Samples the host now, and then at each multiple of 10 s. The first sample has no rates. A sample gets the
 * last second that it covers: one taken at 12:00:10 gets 12:00:09, so that it belongs to the period that ends
 * at 12:00:10. `read` must not reject. Returns a function that stops sampling.
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
