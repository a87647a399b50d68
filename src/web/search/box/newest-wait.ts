/** A wait before an action. A newer wait replaces it, and `end` drops it. */
export class NewestWait {
  #count = 0

  /** Calls `act` after `until`, unless a newer wait has begun or `end` was called by then. */
  async after(until: Promise<unknown>, act: () => void): Promise<void> {
    this.#count += 1
    const own = this.#count
    await until
    if (own === this.#count) act()
  }

  end(): void {
    this.#count += 1
  }
}
