/** A wait before an action. A newer wait replaces an earlier one. */
export class NewestWait {
  /** How often a wait was started or ended: a wait whose count has changed is no longer the newest. */
  #count = 0

  /** Calls `act` when `until` resolves, unless a newer wait has started or `end` was called by then. */
  async after(until: Promise<unknown>, act: () => void): Promise<void> {
    this.#count += 1
    const own = this.#count
    await until
    if (own === this.#count) act()
  }

  /** Ends the wait without its action. */
  end(): void {
    this.#count += 1
  }
}
