import type { QueryDeps } from './compute.ts'
import { LiveEvaluation, type Subscriber } from './live-evaluation.ts'
import type { Question } from './question.ts'

/** The evaluations that are in use, found by what they evaluate. */
export class Evaluations {
  readonly #deps: QueryDeps
  /** The one that further subscribers share; an older one of the same key lives on while it is used. */
  readonly #byKey = new Map<string, LiveEvaluation>()
  readonly #all = new Set<LiveEvaluation>()
  #computations = 0

  constructor(deps: QueryDeps) {
    this.#deps = deps
  }

  /** How many are in use. */
  get size(): number {
    return this.#all.size
  }

  /** How many computations, whole ones and refreshes, have started. */
  get computations(): number {
    return this.#computations
  }

  /** The evaluation that everybody with this question shares; requires a subscriber at once. A failed one is not shared. */
  shared(question: Question): LiveEvaluation {
    const shared = this.#byKey.get(question.key)
    return shared === undefined || shared.state.status === 'FAILURE' ? this.replaced(question) : shared
  }

  /** A new evaluation with nothing cached, which is shared from now on; requires a subscriber at once. */
  replaced(question: Question): LiveEvaluation {
    const evaluation = new LiveEvaluation(question, this.#deps, () => this.#computations++)
    this.#byKey.set(question.key, evaluation)
    this.#all.add(evaluation)
    return evaluation
  }

  /** Unsubscribes, and forgets an evaluation that nobody uses any more. */
  release(evaluation: LiveEvaluation, subscriber: Subscriber): void {
    evaluation.unsubscribe(subscriber)
    if (evaluation.isUsed) return
    this.#all.delete(evaluation)
    const { key } = evaluation.question
    if (this.#byKey.get(key) === evaluation) this.#byKey.delete(key)
  }

  /**
   * Gives back the memory of slices: of evaluations that nobody has watched since `idleSince` (Unix milliseconds), then of those that
   * were unwatched longest until the rest takes at most `maxBytes`; those at work come last.
   */
  forgetSlices(idleSince: number, maxBytes: number): void {
    const since = (evaluation: LiveEvaluation): number => evaluation.idleSince ?? Number.MAX_SAFE_INTEGER
    let bytes = 0
    for (const evaluation of [...this.#all].sort((a, b) => since(b) - since(a))) {
      const total = bytes + evaluation.bytes
      if (total <= maxBytes && since(evaluation) > idleSince) bytes = total
      else evaluation.forgetSlices()
    }
  }

  /** Ends all work. Resolves once it is over. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(evaluation => evaluation.end()))
  }
}
