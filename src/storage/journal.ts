import type { Journal } from './store.ts'

const maxMinutes = 100_000

/** Which append last touched which minute of event time. Bounded: forgotten minutes count as touched lately. */
export class MinuteJournal implements Journal {
  readonly #minutes = new Map<number, number>()
  readonly #listeners = new Set<(sequence: number) => void>()
  #sequence = 0
  /** Minutes that are not in the map were touched at this append at the latest. */
  #floor = 0

  get current(): number {
    return this.#sequence
  }

  newest(from: number, to: number): number {
    const first = Math.floor(from / 60)
    const last = Math.ceil(to / 60)
    let newest = this.#floor
    if (last - first > this.#minutes.size) {
      for (const [minute, sequence] of this.#minutes) {
        if (minute >= first && minute < last && sequence > newest) newest = sequence
      }
      return newest
    }
    for (let minute = first; minute < last; minute++)
      newest = Math.max(newest, this.#minutes.get(minute) ?? 0)
    return newest
  }

  touchedAfter(sequence: number, from: number, to: number): number {
    if (this.#floor > sequence) return from
    let first = to
    for (const [minute, touched] of this.#minutes) {
      if (touched > sequence && (minute + 1) * 60 > from) first = Math.min(first, Math.max(from, minute * 60))
    }
    return first
  }

  onAppend(listener: (sequence: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called once rows of these minutes are readable. */
  record(minutes: readonly number[]): void {
    this.#sequence++
    for (const minute of minutes) {
      // The map is in the order of the last touch.
      this.#minutes.delete(minute)
      this.#minutes.set(minute, this.#sequence)
    }
    for (const [minute, sequence] of this.#minutes) {
      if (this.#minutes.size <= maxMinutes) break
      this.#minutes.delete(minute)
      this.#floor = Math.max(this.#floor, sequence)
    }
    for (const listener of this.#listeners) listener(this.#sequence)
  }
}
