import { afterEach, beforeEach, vi } from 'vitest'

/** Noon and half a minute; whole minutes lie at multiples of 60. */
export const noon = 1_767_268_800
export const startOfTest = (noon + 30) * 1_000

/** Gives every test of the file its own clock, which stands still until it is moved. */
export function stoppedClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: startOfTest })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Advances the clock and runs everything that is due. */
export function pass(milliseconds: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(milliseconds)
}
