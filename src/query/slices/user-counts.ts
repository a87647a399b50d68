/** A count for each user; users without one take no memory. */
export class UserCounts {
  readonly #counts = new Map<number, number>()

  of(user: number): number {
    return this.#counts.get(user) ?? 0
  }

  add(user: number, change: 1 | -1): void {
    const count = this.of(user) + change
    if (count > 0) this.#counts.set(user, count)
    else this.#counts.delete(user)
  }
}
