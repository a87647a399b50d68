import { type EvaluationDeps, LiveEvaluation } from './live-evaluation.ts'
import type { Question } from './question.ts'

/** The evaluations that are in use, found by what they evaluate. */
export class Evaluations {
  readonly #deps: EvaluationDeps
  /** The one that further askers share; an older one of the same key lives on while it is used. */
  readonly #byKey = new Map<string, LiveEvaluation>()
  readonly #all = new Set<LiveEvaluation>()
  #computations = 0

  constructor(deps: Omit<EvaluationDeps, 'computing'>) {
    this.#deps = { ...deps, computing: () => this.#computations++ }
  }

  /** How many are in use. */
  get size(): number {
    return this.#all.size
  }

  /** How often one of them was computed, the whole of it or what was new, since the beginning. */
  get computations(): number {
    return this.#computations
  }

  /** The shared evaluation of a question, used by this user until `release`. */
  take(question: Question, user: number): LiveEvaluation {
    const shared = this.#byKey.get(question.key)
    // What could not be computed once is tried again for whoever asks anew.
    if (shared === undefined || shared.state.status === 'FAILURE') return this.takeFresh(question, user)
    shared.use(user)
    return shared
  }

  /** A new evaluation that takes over nothing; it is the shared one from now on. */
  takeFresh(question: Question, user: number): LiveEvaluation {
    const evaluation = new LiveEvaluation(question, this.#deps)
    evaluation.use(user)
    this.#byKey.set(question.key, evaluation)
    this.#all.add(evaluation)
    return evaluation
  }

  /** The user uses it no longer. */
  release(evaluation: LiveEvaluation, user: number): void {
    evaluation.release(user)
    if (evaluation.isUsed) return
    this.#all.delete(evaluation)
    const { key } = evaluation.question
    if (this.#byKey.get(key) === evaluation) this.#byKey.delete(key)
  }

  /**
   * Gives back the memory of slices: of those that nobody has watched since `idle` (Unix milliseconds), and, longest
   * unwatched first, of so many others that the rest takes no more than `budget` bytes; those at work come last.
   */
  forgetSlices(idle: number, budget: number): void {
    const since = (evaluation: LiveEvaluation): number => evaluation.idleSince ?? Number.MAX_SAFE_INTEGER
    let weight = 0
    for (const evaluation of [...this.#all].sort((a, b) => since(b) - since(a))) {
      weight += evaluation.bytes
      if (weight <= budget && since(evaluation) > idle) continue
      weight -= evaluation.bytes
      evaluation.forgetSlices()
    }
  }

  /** Ends all work. Resolves once it is over. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(evaluation => evaluation.end()))
  }
}
