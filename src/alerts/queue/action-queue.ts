import { setTimeout as delay } from 'node:timers/promises'
import { Repeater } from '../../async/repeater.ts'
import type { HeldClaims } from '../../metadata/database/leases.ts'
import type { Permission } from '../../metadata/identity/identity.ts'
import {
  type ActionRuns,
  type ClaimedRun,
  leaseMs,
  maxAttempts,
} from '../../metadata/triggers/action-runs.ts'
import type { TriggerForActions } from '../../metadata/triggers/triggers.ts'
import type { QueuedKind } from '../../schema/triggers/action-run.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Zone } from '../../time/zone.ts'
import { actionPeriod } from '../actions/action-period.ts'
import { actionsOf } from '../actions/actions-of.ts'
import { type ActionFunction, type ActionResult, refused } from '../actions/kinds/action.ts'
import type { EmailAction } from '../actions/kinds/email/email.ts'
import type { Action } from '../actions/open-actions.ts'

/** The mail about a notification that stays unread. */
const escalationTemplate = `Subject: [Millrace] Unread: {{trigger:name}}

The notification of the trigger "{{trigger:name}}" is unread.

Unread matches: {{matches:count}}
Newest event:
Host: {{event:host}}
Program: {{event:program}}
{{event:message}}
`

export interface ActionQueueDeps {
  runs: Pick<ActionRuns, 'claim' | 'nextDueIn' | 'done' | 'retryLater' | 'giveUp' | 'release'>
  triggers: { forActions(ids: readonly number[]): Promise<TriggerForActions[]> }
  /** Current rights; undefined: the user is deleted or disabled. */
  getOwnerRights(userId: number): Promise<{ permissions: ReadonlySet<Permission> } | undefined>
  /** Makes one attempt at an action. */
  run: ActionFunction<Action>
  /** Time zone of dates in texts. */
  zone: Zone
  /** Name of this process in claims. */
  runner: string
  /**
   * Milliseconds that `close` waits for running actions. Then it cuts them short, and a script has one more
   * second to end.
   */
  closeTimeoutMs: number
  log: Log
  /** From 0 to 1: the share of `maxJitter` that a retry gets. */
  jitter?: () => number
  /** Milliseconds between two tries to store the outcome of an attempt; 2,000 when absent. */
  storeRetryMs?: number
  /** The monotonic clock, milliseconds. */
  monotonic?: () => number
}

/**
 * Maximum actions of a kind that run at once. One trigger may use half of them, so that its slow receiver
 * does not delay others.
 */
const slots: Readonly<Record<QueuedKind, number>> = {
  note: 2,
  task: 2,
  email: 2,
  escalation: 2,
  webhook: 16,
  script: 4,
  snmp: 4,
}
// The keys of the table.
const kinds = Object.keys(slots) as QueuedKind[]

/** Delays after each failed attempt except the last. */
const retryDelaysSeconds = [60, 300, 1_800] as const
/**
 * Maximum share by which a delay is lengthened, so that actions that failed together are not retried
 * together.
 */
const maxJitter = 0.2
/** Time limit of one attempt, whatever limit the action has. Shorter than the lease of a claim. */
const attemptTimeoutMs = 150_000
const defaultStoreRetryMs = 2_000
/** Maximum time between two checks of the queue: the clock may have been set. */
const maxSleepMs = 60_000

/** Runs due actions of triggers, in bounded numbers, and retries failed ones. */
export class ActionQueue {
  readonly #deps: ActionQueueDeps
  readonly #checks: Repeater
  readonly #running = new Map<ClaimedRun, Promise<void>>()
  readonly #ending = new AbortController()

  constructor(deps: ActionQueueDeps) {
    this.#deps = deps
    this.#checks = new Repeater(
      () => this.#check(),
      error => {
        deps.log.error({ err: error }, 'could not read the queue of actions')
        this.#checks.runIn(maxSleepMs)
      },
    )
  }

  /** Runs what is due, now and later. Call it whenever there may be new actions. */
  wake(): void {
    void this.#checks.run()
  }

  /** The actions that this process is running. */
  get held(): HeldClaims {
    return { runner: this.#deps.runner, ids: [...this.#running.keys()].map(({ id }) => id) }
  }

  /** Resolves when nothing is due and nothing runs. */
  async idle(): Promise<void> {
    while (this.#checks.isRunning || this.#running.size > 0) {
      await Promise.all([this.#checks.idle(), ...this.#running.values()])
    }
  }

  /**
   * Waits up to `closeTimeoutMs` for running actions. Actions cut short then run after the next start,
   * without counting as an attempt.
   */
  async close(): Promise<void> {
    await this.#checks.close()
    const early = new AbortController()
    const timeout = delay(this.#deps.closeTimeoutMs, undefined, { signal: early.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#running.values()), timeout])
    early.abort()
    this.#ending.abort()
    await Promise.all(this.#running.values())
  }

  async #check(): Promise<void> {
    let nextMs = maxSleepMs
    for (const kind of kinds) nextMs = Math.min(nextMs, await this.#start(kind))
    this.#checks.runIn(nextMs)
  }

  /**
   * Starts due actions of a kind while slots are free. Returns the milliseconds until the next one is due.
   */
  async #start(kind: QueuedKind): Promise<number> {
    const { runs, runner } = this.#deps
    while (!this.#checks.isClosed) {
      const dueIn = await runs.nextDueIn(kind)
      if (dueIn === undefined) break
      if (dueIn > 0) return dueIn / 1_000
      const running = this.#countByTrigger(kind)
      const free = slots[kind] - [...running.values()].reduce((sum, count) => sum + count, 0)
      // A running action checks the queue when it ends.
      if (free === 0) break
      const since = this.#monotonic()
      const claimed = await runs.claim(runner, {
        kind,
        limit: free,
        running,
        maxOfTrigger: slots[kind] / 2,
        periodOf: trigger => (kind === 'escalation' ? 0 : actionPeriod(kind, trigger)),
      })
      for (const run of claimed) this.#begin(run, since + leaseMs)
      if (claimed.length === 0 && running.size > 0) break
    }
    return maxSleepMs
  }

  #countByTrigger(kind: QueuedKind): Map<number, number> {
    const counts = new Map<number, number>()
    for (const run of this.#running.keys()) {
      if (run.kind === kind) counts.set(run.triggerId ?? 0, (counts.get(run.triggerId ?? 0) ?? 0) + 1)
    }
    return counts
  }

  /** `leaseEnd`: on the monotonic clock. */
  #begin(run: ClaimedRun, leaseEnd: number): void {
    const attempt = this.#attempt(run, leaseEnd)
      .catch(error => this.#deps.log.error({ err: error, run: run.id }, 'could not do an action'))
      .then(() => {
        this.#running.delete(run)
        this.wake()
      })
    this.#running.set(run, attempt)
  }

  async #attempt(run: ClaimedRun, leaseEnd: number): Promise<void> {
    const { runs, runner, log, jitter = Math.random } = this.#deps
    const result = await this.#runAction(run)
    const { status, detail, retry, output } = result
    const outcome = { detail, output }
    if (status === 'done') {
      await this.#store(leaseEnd, () => runs.done(runner, run, outcome))
      return
    }
    if (status === 'failed' && this.#ending.signal.aborted) {
      await runs.release(runner, run)
      return
    }
    const pause = retryDelaysSeconds[run.attempt - 1]
    if (status === 'failed' && retry && pause !== undefined && run.attempt < maxAttempts) {
      const seconds = pause * (1 + maxJitter * jitter())
      await this.#store(leaseEnd, () => runs.retryLater(runner, run, outcome, seconds))
      return
    }
    const code = status === 'refused' ? 'action_refused' : 'action_failed'
    const end = { status: retry ? 'dead' : 'failed', code } as const
    await this.#store(leaseEnd, () => runs.giveUp(runner, run, outcome, end))
    log.warn(
      { trigger: run.triggerId, action: run.kind, run: run.id, reason: detail },
      'an action of a trigger could not be done',
    )
  }

  /**
   * Stores an outcome. Repeats it while the metadata does not answer: after the lease another process would
   * run the action again, although it is done.
   */
  async #store(leaseEnd: number, write: () => Promise<boolean>): Promise<void> {
    const { storeRetryMs = defaultStoreRetryMs } = this.#deps
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        if (this.#monotonic() + storeRetryMs >= leaseEnd || this.#ending.signal.aborted) throw error
        await delay(storeRetryMs, undefined, { signal: this.#ending.signal }).catch(() => {})
      }
    }
  }

  #monotonic(): number {
    return this.#deps.monotonic?.() ?? performance.now()
  }

  async #runAction(run: ClaimedRun): Promise<ActionResult> {
    const { triggers, getOwnerRights, zone } = this.#deps
    const [trigger] = run.triggerId === null ? [] : await triggers.forActions([run.triggerId])
    if (trigger === undefined) return refused('The trigger was deleted.')
    const { content, owner, hasLostSecrets } = trigger
    if (hasLostSecrets && (run.kind === 'webhook' || run.kind === 'snmp'))
      return refused('The instance key cannot decrypt the secrets of the trigger. Enter them again.')
    const rights = await getOwnerRights(owner.id)
    if (rights === undefined || !rights.permissions.has('triggers')) {
      return refused(`The owner of the trigger, ${owner.username}, may not use triggers.`)
    }
    const action =
      run.kind === 'escalation'
        ? escalationMail(content)
        : actionsOf(content).find(({ kind }) => kind === run.kind)
    if (action === undefined) return refused('The trigger does not do this any more.')
    const context = {
      event: run.event,
      trigger: { id: trigger.id, name: content.name, hitsCount: trigger.hitsCount, owner },
      count: run.matches,
      key: run.key === '' ? null : run.key,
      idempotencyKey: run.idempotencyKey,
      zone,
    }
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(attemptTimeoutMs)])
    return this.#deps.run(action, context, signal)
  }
}

/** Goes to the owner of the trigger if it names no recipients. */
function escalationMail({ escalate_to }: TriggerContent): EmailAction {
  return { kind: 'email', template: escalationTemplate, to: escalate_to }
}
