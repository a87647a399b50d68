import pLimit from 'p-limit'
import type { Notifications } from '../../metadata/triggers/notifications.ts'
import { type HostVisibility, seesAll } from '../../query/host-visibility.ts'
import type { Reader } from '../../query/query-service.ts'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import { notificationViewer } from './viewer.ts'

interface Watcher {
  reader: Reader
  onCounts: (counts: NotificationCounts) => void
  /** The last counts that it got, as JSON. */
  lastCounts: string | undefined
}

interface FeedDeps {
  notifications: Pick<Notifications, 'counts' | 'onChange'>
  visibility: HostVisibility
  log: (message: string, error: unknown) => void
  /** Time between two checks for changes. */
  intervalMs?: number
}

/**
 * Sends each reader its unread counts: at once, then after changes, at most once a second. Readers with equal
 * rights share one check.
 */
export class NotificationFeed {
  readonly #deps: FeedDeps
  readonly #watchers = new Set<Watcher>()
  /** One check at a time. */
  readonly #queue = pLimit(1)
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  /** When the last check of all watchers began, milliseconds of `performance.now()`. */
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(deps: FeedDeps) {
    this.#deps = deps
    this.#stopListening = deps.notifications.onChange(() => this.#schedule())
  }

  /** Returns the function that stops watching. */
  watch(reader: Reader, onCounts: Watcher['onCounts']): () => void {
    const watcher: Watcher = { reader, onCounts, lastCounts: undefined }
    this.#watchers.add(watcher)
    void this.#check([watcher])
    return () => void this.#watchers.delete(watcher)
  }

  close(): void {
    this.#stopListening()
    this.#watchers.clear()
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#watchers.size === 0) return
    const { intervalMs = 1_000 } = this.#deps
    const wait = Math.max(0, this.#checkedAt + intervalMs - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#checkedAt = performance.now()
      void this.#check([...this.#watchers])
    }, wait)
    this.#timer.unref()
  }

  #check(watchers: readonly Watcher[]): Promise<void> {
    return this.#queue(async () => {
      for (const group of Map.groupBy(watchers, ({ reader }) => rightsKey(reader)).values()) {
        const [first] = group
        if (first === undefined) continue
        const counts = await this.#deps.notifications.counts(
          notificationViewer(first.reader, this.#deps.visibility),
        )
        const text = JSON.stringify(counts)
        for (const watcher of group) {
          if (watcher.lastCounts === text || !this.#watchers.has(watcher)) continue
          watcher.lastCounts = text
          watcher.onCounts(counts)
        }
      }
    }).catch(error => this.#deps.log('could not count unread notifications', error))
  }
}

/** Equal for readers who see the same notifications. */
function rightsKey({ userId, permissions, hosts }: Reader): string {
  // A reader of only some hosts sees more notifications of own triggers than of other users' triggers.
  const seesEverything = permissions.has('manage_triggers') && seesAll(hosts)
  return JSON.stringify([seesEverything || userId, permissions.has('manage_triggers'), hosts.toSorted()])
}
