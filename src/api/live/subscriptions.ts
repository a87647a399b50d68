import type { FastifyBaseLogger } from 'fastify'
import type { NotificationFeed } from '../../alerts/notifications/notification-feed.ts'
import type { Permission } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import { scopeFault } from '../auth/scope.ts'
import { encodeFrame } from './frames.ts'
import { Subscription, type SubscriptionDeps } from './subscription.ts'
import { type ChangedIds, type Target, type TargetQuery, targetKey } from './targets.ts'

export interface SubscriptionsDeps
  extends Pick<SubscriptionDeps, 'targets' | 'frames' | 'outbox' | 'reader' | 'remote'> {
  /** Throws permission_denied if the client lacks it. */
  checkPermission: (permission: Permission) => void
  notifications: NotificationFeed
  maxSubscriptions: number
  /** Asks the owner to call `refresh` soon. */
  scheduleRefresh: () => void
  log: FastifyBaseLogger
}

/** The subscriptions of one client. The caller runs one asynchronous method at a time. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps
  readonly #subscriptionDeps: SubscriptionDeps
  /** By the key of their target, in the order of subscription. */
  readonly #all = new Map<string, Subscription>()
  readonly #stale = new Set<Subscription>()
  /** Stops the counts of notifications; undefined: the client has not subscribed to them. */
  #stopNotifications: (() => void) | undefined
  /** Whether `recheckAll` stopped these counts. The next refresh resumes them if the client may see them. */
  #areNotificationsStale = false

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps
    const { targets, frames, outbox, reader, remote } = deps
    this.#subscriptionDeps = {
      targets,
      frames,
      outbox,
      reader,
      remote,
      onFailure: (target, query, fault) => this.#sendFailure(target, query, fault),
      onStale: subscription => this.#markStale([subscription]),
    }
  }

  /** Subscribes, confirms, and sends the current states. Throws not_found, permission_denied, throttled. */
  async add(target: Target): Promise<void> {
    if (this.#all.has(targetKey(target))) {
      this.sendConfirmation()
      return
    }
    const { maxSubscriptions, checkPermission } = this.#deps
    if (this.#all.size >= maxSubscriptions) {
      throw new Fault('throttled', {
        detail: `A connection takes at most ${maxSubscriptions} subscriptions.`,
      })
    }
    checkPermission('search')
    const subscription = new Subscription(target, this.#subscriptionDeps)
    // Registered first, so that a change during `refresh` makes it stale.
    this.#all.set(subscription.key, subscription)
    try {
      await subscription.refresh()
    } catch (error) {
      this.#drop(subscription)
      throw error
    }
    // The connection was closed meanwhile.
    if (this.#all.get(subscription.key) !== subscription) return
    this.sendConfirmation(subscription)
    subscription.markConfirmed()
  }

  remove(target: Target): void {
    const subscription = this.#all.get(targetKey(target))
    if (subscription !== undefined) this.#drop(subscription)
  }

  /** Subscribes to the counts of unread notifications, and confirms. Throws permission_denied. */
  addNotifications(): void {
    if (this.#stopNotifications === undefined) this.#watchNotifications()
    this.sendConfirmation()
  }

  removeNotifications(): void {
    this.#endNotifications()
    this.sendConfirmation()
  }

  clear(): void {
    this.#endNotifications()
    for (const subscription of this.#all.values()) subscription.end()
    this.#all.clear()
    this.#stale.clear()
  }

  widgetsChanged(changedIds: ChangedIds | null): void {
    const isAffected = (subscription: Subscription) =>
      changedIds === null || subscription.isAffectedBy(changedIds)
    this.#markStale([...this.#all.values()].filter(isAffected))
  }

  /**
   * Stops all updates until the next `refresh`, which reads the queries of each subscription with the
   * client's changed rights.
   */
  recheckAll(): void {
    this.#areNotificationsStale = this.#stopNotifications !== undefined
    this.#stopNotifications?.()
    if (this.#areNotificationsStale) this.#deps.scheduleRefresh()
    for (const subscription of this.#all.values()) subscription.detachAll()
    this.#markStale([...this.#all.values()])
  }

  /** Refreshes stale subscriptions. Failing ones end, and the client gets the new list. */
  async refresh(): Promise<void> {
    const stale = [...this.#stale]
    this.#stale.clear()
    const sizeBefore = this.#all.size
    const areNotificationsLost = !this.#resumeNotifications()
    for (const subscription of stale) {
      try {
        this.#deps.checkPermission('search')
        await subscription.refresh()
      } catch (error) {
        const { log } = this.#deps
        if (error instanceof Fault) log.debug({ err: error }, 'a subscription ended')
        else log.error({ err: error }, 'a subscription ended, since its queries could not be looked up')
        this.#drop(subscription)
      }
    }
    if (this.#all.size < sizeBefore || areNotificationsLost) this.sendConfirmation()
  }

  /** Sends the list of subscriptions: the confirmed ones, and `adding`. */
  sendConfirmation(adding?: Subscription): void {
    const lists = {
      query: [] as string[],
      widget: [] as number[],
      dashboard: [] as number[],
      ...(this.#stopNotifications && { notifications: true as const }),
    }
    for (const subscription of this.#all.values()) {
      if (!subscription.isConfirmed && subscription !== adding) continue
      const { kind, id } = subscription.target
      if (kind === 'query') lists.query.push(id)
      else lists[kind].push(id)
    }
    // A newer list replaces a waiting one, so that lists cannot pile up.
    this.#deps.outbox.update('subscriptions', Buffer.from(encodeFrame(['subscription-update', lists])))
  }

  #watchNotifications(): void {
    const { notifications, checkPermission, reader, outbox } = this.#deps
    checkPermission('notifications')
    const { onlyDashboardId } = reader()
    if (onlyDashboardId !== undefined) throw scopeFault({ dashboard_id: onlyDashboardId })
    this.#stopNotifications = notifications.watch(reader(), counts =>
      outbox.update('notifications', Buffer.from(encodeFrame(['notifications-update', counts]))),
    )
  }

  #endNotifications(): void {
    this.#stopNotifications?.()
    this.#stopNotifications = undefined
    this.#areNotificationsStale = false
    this.#deps.outbox.discard('notifications')
  }

  /** Resumes watching with the changed rights of the client. Returns false if they do not allow it. */
  #resumeNotifications(): boolean {
    if (!this.#areNotificationsStale) return true
    this.#endNotifications()
    try {
      this.#watchNotifications()
      return true
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return false
    }
  }

  #drop(subscription: Subscription): void {
    subscription.end()
    this.#stale.delete(subscription)
    if (this.#all.get(subscription.key) === subscription) this.#all.delete(subscription.key)
  }

  #markStale(subscriptions: readonly Subscription[]): void {
    if (subscriptions.length === 0) return
    for (const subscription of subscriptions) this.#stale.add(subscription)
    this.#deps.scheduleRefresh()
  }

  #sendFailure({ kind, id }: Target, { widgetId }: TargetQuery, { code, detail }: Fault): void {
    const fault = { code, detail: `Widget ${widgetId}: ${detail}`, command: ['subscribe', kind, id] }
    this.#deps.outbox.reply(encodeFrame(['error', fault]))
  }
}
