import { afterEach, beforeEach, vi } from 'vitest'

/** Noon and half a minute; whole minutes lie at multiples of 60. */
export const noon = 1_767_268_800
export const startOfTest = (noon + 30) * 1_000

/** Every test of the file has a clock of its own that stands until it is moved. */
export function stoppedClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: startOfTest })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Moves the clock on and lets everything happen that is due. */
export function pass(milliseconds: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(milliseconds)
}
