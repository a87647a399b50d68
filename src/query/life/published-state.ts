import type { QueryResults, QueryStatus } from '../../schema/query/query.ts'
import type { Mark } from '../../storage/store.ts'
import { type Json, jsonOf } from '../json.ts'
import type { ResolvedRange } from '../kind.ts'
import { approximateBytes } from './approximate-bytes.ts'
import type { ComputationReport } from './computation-report.ts'
import type { Failure } from './failure.ts'

/** What there is to show of an evaluation at a moment. Never changed, only replaced. */
export interface PublishedState {
  status: QueryStatus
  results: SharedResults
  /** The range that the results are of. */
  range: ResolvedRange
  /** The moment of the store that they are of; undefined before there are any. */
  asOf?: Mark
  /** What the results were made from, for further pages; kept only for types that have pages. */
  state: unknown
  /** How the results were computed; undefined before there are any, or where they were told while they were computed. */
  explanation?: ComputationReport
  /** 0 to 100. */
  progress: number
  failure: Failure | undefined
  /** Unix milliseconds of the last change that a reader is told of. */
  updatedAt: number
  /** Rises with each such change. */
  version: number
}

/** Results, and once somebody needs it their JSON: one for everybody whom they are sent to. */
export class SharedResults {
  readonly value: QueryResults
  #weight: number | undefined
  #json: Json | undefined

  constructor(value: QueryResults) {
    this.value = value
  }

  /** About how many bytes they take. */
  get bytes(): number {
    this.#weight ??= approximateBytes(this.value)
    return this.#weight + (this.#json?.length ?? 0)
  }

  get json(): Json {
    this.#json ??= jsonOf(this.value)
    return this.#json
  }

  /** Whether a reader of both would see no difference. */
  isSame(other: SharedResults): boolean {
    const { json } = this
    const others = other.json
    if (typeof json === 'string' || typeof others === 'string') return this.text === other.text
    return json.equals(others)
  }

  get text(): string {
    const { json } = this
    const text = typeof json === 'string' ? json : json.toString()
    this.#json = text
    return text
  }
}

export const noResults = new SharedResults({})
