import type { PageOverride, Reader } from '../desk.ts'
import { type Asked, questionOf } from './question.ts'
import type { QueryHead } from './representation.ts'
import { rightsOf } from './rights.ts'
import { View, type ViewDeps } from './view.ts'

/** Sets of rights that a query is evaluated with at the same time; the least used goes first. */
const maxViews = 50

/** One query of somebody, by its id: a view for each set of rights that it is seen with. */
export class Query {
  readonly head: QueryHead & { id: string }
  readonly #asked: Asked
  readonly #deps: ViewDeps
  readonly #views = new Map<string, View>()
  /** Unix milliseconds at which it was asked, or last computed anew. */
  #askedAt: number

  constructor(head: QueryHead & { id: string }, asked: Asked, deps: ViewDeps) {
    this.head = head
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

  /** The query as this reader sees it. Throws the Fault of a range that is none at this moment. */
  viewOf(reader: Reader): View {
    const rights = rightsOf(reader.hosts)
    const known = this.#views.get(rights.key)
    if (known !== undefined) return known
    const question = questionOf(this.#asked, rights, this.#askedAt / 1000)
    const view = new View(this.head, question, reader.userId, this.#deps)
    if (this.#views.size >= maxViews) this.#dropLeastUsed()
    this.#views.set(rights.key, view)
    return view
  }

  read(reader: Reader, page: PageOverride | undefined) {
    return this.viewOf(reader).read(reader.userId, page)
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
        view.recalculate(questionOf(this.#asked, view.question.rights, this.#askedAt / 1000))
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

  #dropLeastUsed(): void {
    const [least] = [...this.#views].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (least !== undefined) this.#drop(...least)
  }

  #drop(key: string, view: View): void {
    this.#views.delete(key)
    view.end()
  }
}
