import type { FastifyBaseLogger } from 'fastify'
import { Fault } from '../../schema/fault.ts'
import { encodeFrame } from './frames.ts'
import { Subscription, type SubscriptionDeps } from './subscription.ts'
import { type Target, targetKey } from './target.ts'
import type { ChangedIds, TargetQuery } from './targets.ts'

export interface SubscriptionsDeps
  extends Pick<SubscriptionDeps, 'targets' | 'frames' | 'outbox' | 'reader'> {
  /** Throws permission_denied when the client may subscribe to nothing. */
  checkPermission: () => void
  /** Targets that one connection may be subscribed to. */
  maxSubscriptions: number
  /** `refresh` is to be called soon. */
  scheduleRefresh: () => void
  log: FastifyBaseLogger
}

/** What one client is subscribed to. Of the asynchronous methods the caller runs one at a time. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps
  readonly #parts: SubscriptionDeps
  /** By the key of their target, in the order of subscription. */
  readonly #all = new Map<string, Subscription>()
  readonly #stale = new Set<Subscription>()

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps
    const { targets, frames, outbox, reader } = deps
    this.#parts = {
      targets,
      frames,
      outbox,
      reader,
      onFailure: (target, part, fault) => this.#tellFailure(target, part, fault),
      onStale: subscription => this.#markStale([subscription]),
    }
  }

  /** Subscribes and confirms; the states that there are follow. Throws not_found, permission_denied, throttled. */
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
    checkPermission()
    const subscription = new Subscription(target, this.#parts)
    // Changes that come in while it is looked up concern it.
    this.#all.set(subscription.key, subscription)
    try {
      await subscription.refresh()
    } catch (error) {
      this.#drop(subscription)
      throw error
    }
    if (this.#all.get(subscription.key) !== subscription) return
    this.sendConfirmation(subscription)
    subscription.markConfirmed()
  }

  remove(target: Target): void {
    const subscription = this.#all.get(targetKey(target))
    if (subscription !== undefined) this.#drop(subscription)
  }

  clear(): void {
    for (const subscription of this.#all.values()) subscription.end()
    this.#all.clear()
    this.#stale.clear()
  }

  /** Widgets have changed: what shows them is looked up again. */
  widgetsChanged(widgetsChanged: ChangedIds): void {
    this.#markStale([...this.#all.values()].filter(subscription => subscription.isAffectedBy(widgetsChanged)))
  }

  /** The client's rights have changed: nothing is told with the old ones any more. */
  detachAll(): void {
    for (const subscription of this.#all.values()) subscription.detachAll()
    this.#markStale([...this.#all.values()])
  }

  /** Looks up again what may show something else; what shows nothing any more ends, and the client is told. */
  async refresh(): Promise<void> {
    const stale = [...this.#stale]
    this.#stale.clear()
    const before = this.#all.size
    for (const subscription of stale) {
      try {
        this.#deps.checkPermission()
        await subscription.refresh()
      } catch (error) {
        const { log } = this.#deps
        if (error instanceof Fault)
          log.debug({ err: error }, 'a subscription ended without the wish of its client')
        else log.error({ err: error }, 'a subscription ended: what it shows could not be looked up')
        this.#drop(subscription)
      }
    }
    if (this.#all.size < before) this.sendConfirmation()
  }

  /** Tells the client what it is subscribed to; `adding` is about to be. */
  sendConfirmation(adding?: Subscription): void {
    const lists = { query: [] as string[], widget: [] as number[], dashboard: [] as number[] }
    for (const subscription of this.#all.values()) {
      if (!subscription.isConfirmed && subscription !== adding) continue
      const { kind, id } = subscription.target
      if (kind === 'query') lists.query.push(id)
      else lists[kind].push(id)
    }
    // The newest list is the true one, so it waits like a state and cannot pile up.
    this.#deps.outbox.update('subscriptions', Buffer.from(encodeFrame(['subscription-update', lists])))
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

  #tellFailure({ kind, id }: Target, { widgetId }: TargetQuery, { code, detail }: Fault): void {
    const fault = { code, detail: `Widget ${widgetId}: ${detail}`, command: ['subscribe', kind, id] }
    this.#deps.outbox.reply(encodeFrame(['error', fault]))
  }
}
