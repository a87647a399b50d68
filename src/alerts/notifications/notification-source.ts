import { LRUCache } from 'lru-cache'
import { type EventTest, matcherCompiler, matcherSteps } from '../../filter/match/matcher.ts'
import { StepBudget, StepsExceededError } from '../../filter/regex/step-budget.ts'
import {
  type GroupSummary,
  type NotificationViewer,
  sortGroups,
} from '../../metadata/triggers/notification-groups.ts'
import type { Notifications } from '../../metadata/triggers/notifications.ts'
import { type HostVisibility, seesAll } from '../../query/host-visibility.ts'
import type { NotificationQuestion, NotificationSource } from '../../query/kinds/notifications.ts'
import type { Reader } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import type { NotificationsResults, NotificationsStamp } from '../../schema/query/notifications.ts'
import { notificationViewer } from './viewer.ts'

/** Maximum groups of an answer, which has no pages. */
const maxGroups = 1_000
/**
 * Maximum cached results of filters on groups. They are cached because a widget asks every second, and a
 * group has up to a thousand entries.
 */
const maxCachedResults = 20_000
const microsPerSecond = 1_000_000
/** Step limits of a filter's expressions, for all events that one answer needs. */
const answerSteps = { ...matcherSteps, run: 10_000_000 }

/** The notification groups, for queries of the type Notifications. */
export class StoredNotifications implements NotificationSource {
  readonly #notifications: Pick<Notifications, 'readGroups' | 'show' | 'eventsOf'>
  readonly #visibility: HostVisibility
  /** Whether a group has an entry that matches a filter. */
  readonly #cachedResults = new LRUCache<string, boolean>({ max: maxCachedResults })

  constructor(
    notifications: Pick<Notifications, 'readGroups' | 'show' | 'eventsOf'>,
    visibility: HostVisibility,
  ) {
    this.#notifications = notifications
    this.#visibility = visibility
  }

  async list(reader: Reader, question: NotificationQuestion): Promise<NotificationsResults> {
    const { params, span } = question
    const viewer = notificationViewer(reader, this.#visibility)
    const { is_private, read, sort = [], time_range_field = 'updated_at' } = params
    const groups = await this.#notifications.readGroups(viewer, {
      ...(is_private !== undefined && { isPrivate: is_private }),
      ...(read !== undefined && { isUnread: !read }),
    })
    const inSpan = groups.filter(group => {
      if (span === undefined) return true
      const at = group[time_range_field]
      return at !== null && at >= span.from * microsPerSecond && at < span.to * microsPerSecond
    })
    const order = [sort].flat().map(key => ({
      // `normalise` of the kind lets only field names through.
      field: key.replace(/^-/, '') as NotificationsStamp,
      descending: key.startsWith('-'),
    }))
    const matching = await this.#matching(reader, viewer, sortGroups(inSpan, order), question)
    return this.#notifications.show(viewer, matching, params.with_events)
  }

  /** The groups with an entry that matches the filter, up to the maximum of an answer. */
  async #matching(
    reader: Reader,
    viewer: NotificationViewer,
    groups: readonly GroupSummary[],
    { params: { filter = [] }, predicate }: NotificationQuestion,
  ): Promise<GroupSummary[]> {
    if (filter.length === 0) return groups.slice(0, maxGroups)
    // A reader of only some hosts sees more notifications of own triggers, so the result depends on the user.
    const questionKey = JSON.stringify([filter, reader.hosts, !seesAll(reader.hosts) && reader.userId])
    const matches = matcherCompiler()(predicate, new StepBudget(answerSteps))
    const found: GroupSummary[] = []
    for (const group of groups) {
      if (found.length >= maxGroups) break
      const key = `${group.id} ${group.updated_at} ${group.all_count} ${questionKey}`
      const isMatching = this.#cachedResults.get(key) ?? (await this.#hasMatch(viewer, group.id, matches))
      this.#cachedResults.set(key, isMatching)
      if (isMatching) found.push(group)
    }
    return found
  }

  async #hasMatch(viewer: NotificationViewer, id: number, matches: EventTest): Promise<boolean> {
    try {
      for await (const events of this.#notifications.eventsOf(viewer, id)) {
        if (events.some(event => event !== null && matches(event))) return true
      }
      return false
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      const message = `Expected regular expressions, wildcards and phrases that take at most ${answerSteps.run} steps on all events of the notifications.`
      throw new Fault('validation', { fields: { filter: [message] } })
    }
  }
}
