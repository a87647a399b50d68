import { BodyRefusedError } from './fault.ts'

/** Maximum objects and lists of one body: each takes 50 bytes or more, no matter how short its text is. */
export const maxContainers = 2_000_000
/** Maximum UTF-16 units of all tags of a body, with overhead. Each line of a stream repeats its labels. */
const maxTagUnits = 128 * 1024 * 1024
const tagOverheadUnits = 32

/** The memory that the values of one body may still take: objects and lists, and texts of tags. */
export class ValueBudget {
  #containers = maxContainers
  #tagUnits = maxTagUnits

  /** Throws BodyRefusedError past the limit. */
  takeContainers(count: number): void {
    this.#containers -= count
    if (this.#containers < 0)
      throw new BodyRefusedError(413, `A body may have at most ${maxContainers} objects and lists.`)
  }

  /** Takes `units` of a tag's name and value together. Throws BodyRefusedError past the limit. */
  takeTag(units: number): void {
    this.#tagUnits -= units + tagOverheadUnits
    if (this.#tagUnits < 0)
      throw new BodyRefusedError(413, 'The user tags of all events of the body are too long in total.')
  }
}
