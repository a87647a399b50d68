import { createHash, type Hash } from 'node:crypto'
import { stableJson } from '../../query/life/stable-json.ts'
import type { RenderPart } from './messages.ts'

/**
 * SHA-256 of a document's data, equal in every format. It covers the type and results of each part (for a
 * Search with pulled events: its totals and the events read), or the code of its failure.
 */
export class DataHash {
  readonly #parts: readonly Hash[]

  constructor(parts: readonly RenderPart[]) {
    this.#parts = parts.map(({ answer }) => createHash('sha256').update(stableJson(hashedContent(answer))))
  }

  /** Adds bytes of events of a part. */
  update(part: number, bytes: Uint8Array): void {
    this.#parts[part]?.update(bytes)
  }

  /** Lower-case hex. */
  digest(): string {
    const hash = createHash('sha256')
    for (const part of this.#parts) hash.update(part.digest())
    return hash.digest('hex')
  }
}

function hashedContent(answer: RenderPart['answer']): unknown {
  if ('failure' in answer) return [answer.failure.code]
  const { type, results } = answer.query
  if (answer.matching === undefined || Array.isArray(results)) return [type, results]
  return [type, results.totals]
}
