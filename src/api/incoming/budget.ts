import type { ByteBudget } from '../http/read-body.ts'

/** At most so many bytes at once, over all requests. */
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
