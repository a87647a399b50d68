import { randomBytes } from 'node:crypto'

/** Maximum characters of all complete items together. Further items have only a status. */
export const maxFullLength = 1024 ** 2
/** Maximum refused items with a reason. Further ones have a status and an empty error. */
export const maxReasons = 1_000
const shards = JSON.stringify({ total: 1, successful: 1, failed: 0 })

/** A unique id for a document without one, as Elasticsearch assigns it: clients may use ids as keys. */
export function newId(): string {
  return randomBytes(15).toString('base64url')
}

/** The action that a bulk request names before a document, or instead of one. */
export interface BulkAction {
  name: string
  index: string
  id: string
}

/**
 * Writes the items of a bulk response as JSON. Clients match items with actions by position, so each action
 * has one item. An action takes 14 bytes of a body and its complete item 130 to 2,000 bytes, so only the
 * first items are complete. Further ones have only a status, and an empty `error` if they are refused.
 */
export class BulkItems {
  readonly #items: string[] = []
  /** True: leaves out members that clients with `filter_path` do not read. */
  readonly #isBrief: boolean
  /** Start of the ids of documents without an id. */
  readonly #idPrefix = newId()
  #fullLength = 0
  #refused = 0

  constructor(isBrief: boolean) {
    this.#isBrief = isBrief
  }

  get size(): number {
    return this.#items.length
  }

  get hasErrors(): boolean {
    return this.#refused > 0
  }

  accept({ name, index, id }: BulkAction): void {
    if (this.#isBrief || this.#fullLength >= maxFullLength) {
      this.#items.push(`{"${name}":{"status":201}}`)
      return
    }
    const key = JSON.stringify(id || `${this.#idPrefix}-${this.size}`)
    this.#addFull(
      `{"${name}":{"_index":${JSON.stringify(index)},"_id":${key},"_version":1,"result":"created","_shards":${shards},"status":201}}`,
    )
  }

  /** Adds a refused item. Returns undefined, as BodyEvents yields it for such an item. */
  refuse({ name, index, id }: BulkAction, reason: string): undefined {
    if (++this.#refused > maxReasons || this.#fullLength >= maxFullLength) {
      this.#items.push(`{"${name}":{"status":400,"error":{}}}`)
      return
    }
    const type =
      name === 'index' || name === 'create' ? 'document_parsing_exception' : 'illegal_argument_exception'
    const item = { _index: index, _id: id, status: 400, error: { type, reason } }
    this.#addFull(JSON.stringify({ [name]: item }))
  }

  toJson(): string {
    return `[${this.#items.join()}]`
  }

  #addFull(item: string): void {
    this.#items.push(item)
    this.#fullLength += item.length
  }
}
