import { BodyRefusedError } from '../http/fault.ts'

/** Of one body: an object or a list takes some 50 bytes and more, however short its text is. */
export const maxContainers = 2_000_000
/** Texts of tags of all events of one body, in UTF-16 units, each with what it takes besides: labels that many lines share are on each of them. */
const maxTagUnits = 128 * 1024 * 1024
const tagOverheadUnits = 32

/** What the values of one body may take while it is read. */
export class ValueBudget {
  #containers = maxContainers
  #tagUnits = maxTagUnits

  /** Throws BodyRefusedError when the body has no more. */
  takeContainers(count: number): void {
    this.#containers -= count
    if (this.#containers < 0)
      throw new BodyRefusedError(413, `A body may have at most ${maxContainers} objects and lists.`)
  }

  takeTag(length: number): void {
    this.#tagUnits -= length + tagOverheadUnits
    if (this.#tagUnits < 0)
      throw new BodyRefusedError(413, 'The user tags of all events of the body are too long together.')
  }
}
