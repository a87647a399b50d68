const maxHosts = 10

/** Matches by host. */
export class HostCounts {
  readonly #counts = new Map<string, number>()
  /** The current host and its matches so far. Long runs of matches have the same host. */
  #host = ''
  #count = 0

  add(host: string, count: number): void {
    if (host !== this.#host) this.#turnTo(host)
    this.#count += count
  }

  /** The hosts with the most matches. */
  top(): { host: string; count: number }[] {
    this.#turnTo('')
    return Array.from(this.#counts, ([host, count]) => ({ host, count }))
      .sort((a, b) => b.count - a.count || (a.host < b.host ? -1 : 1))
      .slice(0, maxHosts)
  }

  #turnTo(host: string): void {
    if (this.#count > 0) this.#counts.set(this.#host, (this.#counts.get(this.#host) ?? 0) + this.#count)
    this.#host = host
    this.#count = 0
  }
}
