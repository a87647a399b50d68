import type { QueryDeps } from './compute.ts'
import { LiveEvaluation, type Subscriber } from './live-evaluation.ts'
import type { Question } from './question.ts'

/** The evaluations in use, by the key of their question. */
export class Evaluations {
  readonly #deps: QueryDeps
  /** The evaluation that new subscribers share. A replaced one stays in `#all` until its last subscriber leaves. */
  readonly #byKey = new Map<string, LiveEvaluation>()
  readonly #all = new Set<LiveEvaluation>()
  #computations = 0

  constructor(deps: QueryDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#all.size
  }

  /** How many computations, whole ones and refreshes, have started. */
  get computations(): number {
    return this.#computations
  }

  /** The shared evaluation of a question, a new one after a failure. The caller must subscribe at once. */
  getShared(question: Question): LiveEvaluation {
    const shared = this.#byKey.get(question.key)
    return shared === undefined || shared.state.status === 'FAILURE' ? this.replace(question) : shared
  }

  /** A new evaluation without cached slices, shared from now on. The caller must subscribe at once. */
  replace(question: Question): LiveEvaluation {
    const evaluation = new LiveEvaluation(question, this.#deps, () => this.#computations++)
    this.#byKey.set(question.key, evaluation)
    this.#all.add(evaluation)
    return evaluation
  }

  /** Unsubscribes. Removes the evaluation when it has no subscriber left. */
  release(evaluation: LiveEvaluation, subscriber: Subscriber): void {
    evaluation.unsubscribe(subscriber)
    if (evaluation.isUsed) return
    this.#all.delete(evaluation)
    const { key } = evaluation.question
    if (this.#byKey.get(key) === evaluation) this.#byKey.delete(key)
  }

  /**
   * Frees the cached slices of evaluations that are idle since `idleSinceMs` (Unix milliseconds) or longer, then of those idle longest,
   * until the rest takes at most `maxBytes`. Evaluations that are watched or computed come last.
   */
  forgetSlices(idleSinceMs: number, maxBytes: number): void {
    const since = (evaluation: LiveEvaluation): number => evaluation.idleSince ?? Number.MAX_SAFE_INTEGER
    let bytes = 0
    for (const evaluation of [...this.#all].sort((a, b) => since(b) - since(a))) {
      const total = bytes + evaluation.bytes
      if (total <= maxBytes && since(evaluation) > idleSinceMs) bytes = total
      else evaluation.forgetSlices()
    }
  }

  /** Ends all evaluations and waits for them. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(evaluation => evaluation.end()))
  }
}
