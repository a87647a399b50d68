import type { Client } from 'ldapts'
import { SignInError } from '../../../metadata/identity/external-account.ts'
import { type ConnectionOptions, withConnection } from './connection.ts'
import { isServerFailure, reasonOf } from './ldap-failure.ts'

/** After no server was reached, requests fail without waiting for this time. */
const failureMs = 5_000

/** The servers of a directory. The one that answered last is tried first, then the others in order. */
export class DirectoryServers {
  readonly #urls: readonly string[]
  readonly #options: ConnectionOptions
  #first = 0
  #failure: { error: SignInError; until: number } | undefined

  constructor(urls: readonly string[], options: ConnectionOptions) {
    this.#urls = urls
    this.#options = options
  }

  /**
   * Calls `talk` with the first server that answers. Throws SignInError `unavailable` if none answers, and
   * what `talk` throws.
   */
  async ask<Result>(talk: (client: Client) => Promise<Result>): Promise<Result> {
    const last = this.#failure
    const now = Date.now()
    // A clock that was set back does not extend the time.
    if (last !== undefined && now < last.until && last.until <= now + failureMs) throw last.error
    const reasons: string[] = []
    for (let tried = 0; tried < this.#urls.length; tried++) {
      const place = (this.#first + tried) % this.#urls.length
      const url = this.#urls[place] ?? ''
      try {
        const result = await withConnection(url, this.#options, talk)
        this.#first = place
        return result
      } catch (error) {
        if (!isServerFailure(error)) throw error
        reasons.push(`${url}: ${reasonOf(error)}`)
      }
    }
    const error = new SignInError('unavailable', reasons.join('; '))
    this.#failure = { error, until: Date.now() + failureMs }
    throw error
  }
}
