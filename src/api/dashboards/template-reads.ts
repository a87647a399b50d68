import pLimit, { type LimitFunction } from 'p-limit'
import { Fault } from '../../schema/fault.ts'

/** Maximum reads of one user that run or wait; further ones are refused. */
export const maxReadsOfUser = 8

/** Reads templates one at a time for each user, since all users share a thread with a short queue. */
export class TemplateReads {
  readonly #readsByUser = new Map<number, { limit: LimitFunction; count: number }>()

  /** Throws overloaded when too many reads of the user wait. */
  async run<Content>(userId: number, read: () => Promise<Content>): Promise<Content> {
    const reads = this.#readsByUser.get(userId) ?? { limit: pLimit(1), count: 0 }
    if (reads.count >= maxReadsOfUser) {
      throw new Fault('overloaded', {
        detail: `At most ${maxReadsOfUser} templates are read for one user.`,
        retryAfter: 2,
      })
    }
    reads.count++
    this.#readsByUser.set(userId, reads)
    try {
      return await reads.limit(read)
    } finally {
      if (--reads.count === 0) this.#readsByUser.delete(userId)
    }
  }
}
