import type { QueryResults, QueryStatus } from '../../schema/query/query.ts'
import { type Json, jsonOf } from '../../schema/text/json.ts'
import type { Mark } from '../../storage/contract/event-store.ts'
import type { ResolvedRange } from '../kind.ts'
import { approximateBytes } from './approximate-bytes.ts'
import type { ComputationReport } from './computation-report.ts'
import type { Failure } from './failure.ts'

/** The state of an evaluation as readers see it. Immutable: a change replaces it. */
export interface PublishedState {
  status: QueryStatus
  results: SharedResults
  range: ResolvedRange
  /** The moment of the store that the results describe; undefined before there are any. */
  asOf?: Mark
  /** The state from which `finish` made the results; kept only for types with pages, to make other pages. */
  state: unknown
  /** How the results were computed; undefined before there are any, and for partial results. */
  report?: ComputationReport
  /** 0 to 100. */
  progress: number
  failure: Failure | undefined
  /** Unix milliseconds of the last change that readers see. */
  updatedAt: number
  /** Rises with each change that readers see. */
  version: number
}

const utf8 = new TextDecoder()

/** Results with their JSON, which is made once for all readers. */
export class SharedResults {
  readonly value: QueryResults
  #valueBytes: number | undefined
  #json: Json | undefined

  constructor(value: QueryResults) {
    this.value = value
  }

  /** Approximate bytes of the value and its JSON in memory. */
  get bytes(): number {
    this.#valueBytes ??= approximateBytes(this.value)
    return this.#valueBytes + (this.#json?.length ?? 0)
  }

  get json(): Json {
    this.#json ??= jsonOf(this.value)
    return this.#json
  }

  /** Whether readers would see no difference. */
  isSame(other: SharedResults): boolean {
    const { json } = this
    const otherJson = other.json
    if (typeof json === 'string' || typeof otherJson === 'string') return this.text === other.text
    return Buffer.compare(json, otherJson) === 0
  }

  /** The JSON as text, which replaces its bytes. */
  get text(): string {
    const { json } = this
    const text = typeof json === 'string' ? json : utf8.decode(json)
    this.#json = text
    return text
  }
}

const noResults = new SharedResults({})

/** The state before there are any results. `now`: Unix milliseconds. */
export function emptyState(
  status: 'PENDING' | 'IN_PROGRESS',
  range: ResolvedRange,
  now: number,
): PublishedState {
  const empty = { results: noResults, state: undefined, progress: 0, failure: undefined, version: 0 }
  return { ...empty, status, range, updatedAt: now }
}
