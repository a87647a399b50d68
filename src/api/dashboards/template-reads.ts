import pLimit, { type LimitFunction } from 'p-limit'
import { Fault } from '../../schema/fault.ts'

/** Maximum reads of one user that run or wait; further ones are refused. */
export const maxReadsOfUser = 8

/**
 * The turns of reads of templates: each user has one read at a time, since all users share a thread with a
 * short queue.
 */
export class TemplateReads {
  readonly #ofUsers = new Map<number, { turns: LimitFunction; count: number }>()

  /** Throws overloaded when too many reads of the user wait. */
  async run<Content>(userId: number, read: () => Promise<Content>): Promise<Content> {
    const own = this.#ofUsers.get(userId) ?? { turns: pLimit(1), count: 0 }
    if (own.count >= maxReadsOfUser) {
      throw new Fault('overloaded', {
        detail: `At most ${maxReadsOfUser} templates are read for one user.`,
        retryAfter: 2,
      })
    }
    own.count++
    this.#ofUsers.set(userId, own)
    try {
      return await own.turns(read)
    } finally {
      if (--own.count === 0) this.#ofUsers.delete(userId)
    }
  }
}
