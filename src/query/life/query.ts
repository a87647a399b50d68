import { Fault } from '../../schema/fault.ts'
import type { PageOverride, Reader, StateText } from '../query-service.ts'
import { invalidQuestion } from './invalid-question.ts'
import { type ParsedQuestion, type Question, questionOf } from './question.ts'
import type { QueryHeader } from './representation.ts'
import { permissionDenied, type Rights, rightsFor } from './rights.ts'
import { View, type ViewDeps } from './view.ts'

/** Sets of rights that a query is watched with at the same time. There may be one view more, for those who only read. */
const maxWatched = 50

/** Those whom the answer is not for see that it is not. */
const none: Rights = { key: 'none', hosts: undefined }

/** One query of somebody, by its id: a view for each set of rights that it is seen with. */
export class Query {
  readonly head: QueryHeader & { id: string }
  /** It belongs to a widget, and lives as long as that does. */
  readonly ofWidget: boolean
  readonly #asked: ParsedQuestion
  readonly #deps: ViewDeps
  readonly #views = new Map<string, View>()
  /** Unix milliseconds at which it was asked, or last computed anew. */
  #askedAt: number

  constructor(
    head: QueryHeader & { id: string },
    asked: ParsedQuestion,
    deps: ViewDeps,
    { ofWidget = false } = {},
  ) {
    this.head = head
    this.ofWidget = ofWidget
    this.#asked = asked
    this.#deps = deps
    this.#askedAt = head.createdAt
  }

  get usedAt(): number {
    return Math.max(this.head.createdAt, ...[...this.#views.values()].map(view => view.usedAt))
  }

  /** About how many bytes its results take. */
  get weight(): number {
    return [...this.#views.values()].reduce((sum, view) => sum + view.weight, 0)
  }

  get isWatched(): boolean {
    return [...this.#views.values()].some(view => view.isWatched)
  }

  /** Throws permission_denied when the answer is not for this reader. */
  refuseUnlessFor(reader: Reader): void {
    if (rightsFor(reader, this.#asked.kind) === undefined) throw permissionDenied()
  }

  /** The query as this reader sees it: a FAILURE when its answer is not for them. */
  viewOf(reader: Reader): View {
    const rights = rightsFor(reader, this.#asked.kind) ?? none
    const known = this.#views.get(rights.key)
    if (known !== undefined) return known
    const view = new View(this.head, this.#questionOf(rights), reader.userId, this.#deps)
    if (this.#views.size > maxWatched) this.#dropLeastUsed()
    this.#views.set(rights.key, view)
    return view
  }

  read(reader: Reader, page: PageOverride | undefined) {
    return this.viewOf(reader).read(reader.userId, page)
  }

  /** Throws throttled when it is watched with as many other sets of rights as it may be. */
  watch(reader: Reader, update: (state: StateText) => void, ended: () => void): () => void {
    const view = this.viewOf(reader)
    const watched = [...this.#views.values()].filter(one => one.isWatched).length
    if (!view.isWatched && watched >= maxWatched) {
      throw new Fault('throttled', {
        detail: `This query is watched with ${maxWatched} other sets of host permissions; it can be read.`,
      })
    }
    return view.watch(update, ended)
  }

  /** Stops it for everybody, unless this reader has its answer already. */
  stop(reader: Reader): void {
    if (this.viewOf(reader).status !== 'IN_PROGRESS') return
    for (const view of this.#views.values()) view.stop()
  }

  /** Computes it anew for this reader and those who watch; others will see it anew when they look. */
  recalculate(reader: Reader): void {
    this.#askedAt = this.#deps.now()
    const own = this.viewOf(reader)
    for (const [key, view] of this.#views) {
      if (view === own || view.isWatched) {
        view.recalculate(this.#questionOf(view.question.rights))
      } else this.#drop(key, view)
    }
  }

  /** Drops the views that nobody has used since (Unix milliseconds). */
  dropUnused(since: number): void {
    for (const [key, view] of this.#views) if (view.usedAt < since) this.#drop(key, view)
  }

  end(): void {
    for (const view of this.#views.values()) view.end()
  }

  #questionOf(rights: Rights): Question {
    const asked = rights === none ? invalidQuestion(permissionDenied()) : this.#asked
    return questionOf(asked, rights, this.#askedAt / 1000)
  }

  /** There is always one that nobody watches. */
  #dropLeastUsed(): void {
    const unwatched = [...this.#views].filter(([, view]) => !view.isWatched)
    const [least] = unwatched.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (least !== undefined) this.#drop(...least)
  }

  #drop(key: string, view: View): void {
    this.#views.delete(key)
    view.end()
  }
}
