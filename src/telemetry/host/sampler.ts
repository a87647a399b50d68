import type { Figure } from '../../schema/store/figure.ts'
import { figuresOf, type Reading } from './reading.ts'

/** Milliseconds between two samples. */
const intervalMs = 10_000
/** Timers may fire early by less than a millisecond, which would cause a second sample. */
const earlyTimerMarginMs = 5

/**
 * Samples the host at once and then at every tenth second of the clock; rates begin with the second sample. A
 * sample has the time of the second before it, the last that it covers, so that a sample at the end of a
 * period belongs to that period. `read` must not reject. Returns a function that stops sampling.
 */
export function sampleHost(read: () => Promise<Reading>, onSample: (figures: Figure[]) => void): () => void {
  let before: Reading | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const sample = async (): Promise<void> => {
    const second = Math.floor(Date.now() / 1_000) - 1
    const reading = await read()
    if (isStopped) return
    onSample(figuresOf(reading, before, second))
    before = reading
    timer = setTimeout(() => void sample(), intervalMs - (Date.now() % intervalMs) + earlyTimerMarginMs)
    timer.unref()
  }
  void sample()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
