import type { ByteBudget } from '../http/read-body.ts'

/** A byte budget that all requests share. */
export class SharedByteBudget implements ByteBudget {
  readonly #limit: number
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  tryAcquire(bytes: number): boolean {
    if (this.#taken + bytes > this.#limit) return false
    this.#taken += bytes
    return true
  }

  release(bytes: number): void {
    this.#taken -= bytes
  }
}
