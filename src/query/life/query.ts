import { Fault } from '../../schema/fault.ts'
import type { QuerySummary, Reader, StateListener } from '../query-service.ts'
import { Answer, type AnswerDeps } from './answer.ts'
import { invalidQuestion, type ParsedQuestion, type Question, questionOf } from './question.ts'
import type { QueryHeader } from './representation.ts'
import { type Rights, rightsFor } from './rights.ts'

/**
 * Maximum sets of rights that a query is watched with at the same time. There may be one more answer for
 * readers who do not watch.
 */
const maxWatched = 50

/** The rights of readers who may not see any answer. */
const noRights: Rights = { key: 'none', hosts: undefined }

/** A query with an id, and one answer for each set of rights that it is read with. */
export class Query {
  readonly header: QueryHeader & { id: string }
  /** True: it belongs to a widget, and exists as long as the widget. */
  readonly ofWidget: boolean
  readonly #parsed: ParsedQuestion
  readonly #deps: AnswerDeps
  /** Answers by the key of their rights. */
  readonly #answers = new Map<string, Answer>()
  /** Unix milliseconds of its creation or last recalculation. */
  #askedAt: number

  constructor(
    header: QueryHeader & { id: string },
    parsed: ParsedQuestion,
    deps: AnswerDeps,
    { ofWidget = false } = {},
  ) {
    this.header = header
    this.ofWidget = ofWidget
    this.#parsed = parsed
    this.#deps = deps
    this.#askedAt = header.createdAt
  }

  /** Unix milliseconds of its last use. */
  get usedAt(): number {
    return Math.max(this.header.createdAt, ...this.#all.map(answer => answer.usedAt))
  }

  /** Approximate bytes of its results in memory. */
  get bytes(): number {
    return this.#all.reduce((sum, answer) => sum + answer.state.results.bytes, 0)
  }

  get isWatched(): boolean {
    return this.#all.some(answer => answer.isWatched)
  }

  get summary(): QuerySummary {
    const { id, type, params, ownerId } = this.header
    const isRunning = this.#all.some(({ status }) => status === 'IN_PROGRESS')
    const { ofWidget, isWatched, usedAt } = this
    const askedAt = this.#askedAt
    return { queryId: id, type, params, ownerId, isRunning, isWatched, ofWidget, askedAt, usedAt }
  }

  get kind(): ParsedQuestion['kind'] {
    return this.#parsed.kind
  }

  /** The answer for this reader; a FAILURE if the reader may not see any. */
  answerFor(reader: Reader): Answer {
    const rights = rightsFor(reader, this.#parsed.kind) ?? noRights
    const existing = this.#answers.get(rights.key)
    if (existing !== undefined) return existing
    const answer = new Answer(this.header, this.#questionOf(rights), reader.userId, this.#deps)
    if (this.#answers.size > maxWatched) this.#dropLeastUsed()
    this.#answers.set(rights.key, answer)
    return answer
  }

  /** See QueryService. Throws throttled if it is already watched with the maximum number of other rights. */
  watch(reader: Reader, update: StateListener, ended: () => void): () => void {
    const answer = this.answerFor(reader)
    if (!answer.isWatched && this.#all.filter(({ isWatched }) => isWatched).length >= maxWatched) {
      throw new Fault('throttled', {
        detail: `This query is already watched with ${maxWatched} other sets of host permissions. It can still be read.`,
      })
    }
    return answer.watch(update, ended)
  }

  /** Stops it for all readers, unless this reader already has a final answer. */
  stop(reader: Reader): void {
    if (this.answerFor(reader).status !== 'IN_PROGRESS') return
    for (const answer of this.#all) answer.stop()
  }

  /** Computes it again: now for this reader and for watchers, later for other readers when they read it. */
  recalculate(reader: Reader): void {
    this.#askedAt = this.#deps.now()
    const answerOfReader = this.answerFor(reader)
    for (const answer of this.#all) {
      const { rights } = answer.question
      if (answer === answerOfReader || answer.isWatched) answer.recalculate(this.#questionOf(rights))
      else this.#drop(answer)
    }
  }

  /** Drops the answers that have not been used since (Unix milliseconds). */
  dropIdle(since: number): void {
    for (const answer of this.#all) if (answer.usedAt < since) this.#drop(answer)
  }

  end(): void {
    for (const answer of this.#all) answer.end()
  }

  get #all(): Answer[] {
    return [...this.#answers.values()]
  }

  #questionOf(rights: Rights): Question {
    const parsed = rights === noRights ? invalidQuestion(new Fault('permission_denied')) : this.#parsed
    return questionOf(parsed, rights, this.#askedAt / 1000)
  }

  /** Drops the least recently used answer that is not watched, to make room for a new one. */
  #dropLeastUsed(): void {
    const unwatched = this.#all.filter(answer => !answer.isWatched)
    const [leastUsed] = unwatched.sort((a, b) => a.usedAt - b.usedAt)
    if (leastUsed !== undefined) this.#drop(leastUsed)
  }

  #drop(answer: Answer): void {
    this.#answers.delete(answer.question.rights.key)
    answer.end()
  }
}
