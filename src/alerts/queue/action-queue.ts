import { pause } from '../../async/until.ts'
import type { Permission } from '../../metadata/identity/identity.ts'
import { retryDelaysSeconds } from '../../metadata/jobs/job-queue.ts'
import { JobRunner, type JobRunnerOptions } from '../../metadata/jobs/job-runner.ts'
import { type ActionRuns, type ClaimedRun, leaseMs } from '../../metadata/triggers/action-runs.ts'
import type { TriggerForActions } from '../../metadata/triggers/triggers.ts'
import type { QueuedKind } from '../../schema/triggers/action-run.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { Zone } from '../../time/zone.ts'
import type { Action } from '../actions/action-kinds.ts'
import { actionPeriodSeconds } from '../actions/action-period.ts'
import { actionsOf } from '../actions/actions-of.ts'
import { type ActionFunction, type ActionResult, refused } from '../actions/kinds/action.ts'
import type { EmailAction } from '../actions/kinds/email/email.ts'

/** The mail about a notification that stays unread. */
const escalationTemplate = `Subject: [Millrace] Unread: {{trigger:name}}

The notification of the trigger "{{trigger:name}}" is unread.

Unread matches: {{matches:count}}
Newest event:
Host: {{event:host}}
Program: {{event:program}}
{{event:message}}
`

export interface ActionQueueDeps extends JobRunnerOptions {
  runs: Pick<ActionRuns, 'claim' | 'nextDueIn' | 'done' | 'retryLater' | 'giveUp' | 'release'>
  triggers: { forActions(ids: readonly number[]): Promise<TriggerForActions[]> }
  /** Current rights; undefined: the user is deleted or disabled. */
  getOwnerRights(userId: number): Promise<{ permissions: ReadonlySet<Permission> } | undefined>
  /** Makes one attempt at an action. */
  run: ActionFunction<Action>
  /** Time zone of dates in texts. */
  zone: Zone
  /** From 0 to 1: the share of `maxJitter` that a retry gets. */
  jitter?: () => number
  /** Time between two tries to store the outcome of an attempt. */
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
// `slots` has a member for each kind, and no others.
const kinds = Object.keys(slots) as QueuedKind[]

/**
 * Maximum share by which the delay before a retry is lengthened, so that actions that failed together are not
 * retried together.
 */
const maxJitter = 0.2
/** Time limit of one attempt, whatever limit the action has. Shorter than the lease of a claim. */
const attemptTimeoutMs = 150_000
const defaultStoreRetryMs = 2_000
/** Maximum time between two checks of the queue: the clock may have been set. */
const maxSleepMs = 60_000

/** An action and the end of its lease on the monotonic clock. */
interface StartedRun extends ClaimedRun {
  leaseEnd: number
}

/**
 * Runs due actions of triggers, in bounded numbers, and retries failed ones. Actions that `close` cuts short
 * run after the next start, without counting as an attempt; a script has one more second to end.
 */
export class ActionQueue extends JobRunner<StartedRun> {
  readonly #deps: ActionQueueDeps

  constructor(deps: ActionQueueDeps) {
    super('do an action', deps)
    this.#deps = deps
  }

  protected async claimDue(): Promise<void> {
    let nextMs = maxSleepMs
    for (const kind of kinds) nextMs = Math.min(nextMs, await this.#start(kind))
    this.wakeIn(nextMs)
  }

  /** Starts due actions of a kind while slots are free. Returns the milliseconds until the next is due. */
  async #start(kind: QueuedKind): Promise<number> {
    const { runs } = this.#deps
    while (!this.isClosed) {
      const dueInMicros = await runs.nextDueIn(kind)
      // An action that `close` has just cut short is due at once, and stays for the next start.
      if (dueInMicros === undefined || this.isClosed) break
      if (dueInMicros > 0) return dueInMicros / 1_000
      const running = this.#countByTrigger(kind)
      const free = slots[kind] - [...running.values()].reduce((sum, count) => sum + count, 0)
      // A running action checks the queue when it ends.
      if (free === 0) break
      const claimedAt = this.#monotonic()
      const claimed = await runs.claim(this.runner, {
        kind,
        limit: free,
        running,
        maxOfTrigger: slots[kind] / 2,
        periodOf: trigger => (kind === 'escalation' ? 0 : actionPeriodSeconds(kind, trigger)),
      })
      for (const run of claimed) this.begin({ ...run, leaseEnd: claimedAt + leaseMs })
      // Due actions of triggers at their maximum wait until a running action ends.
      if (claimed.length === 0 && running.size > 0) break
    }
    return maxSleepMs
  }

  /** Running actions of a kind by trigger; 0: deleted triggers. */
  #countByTrigger(kind: QueuedKind): Map<number, number> {
    const counts = new Map<number, number>()
    for (const run of this.running) {
      if (run.kind === kind) counts.set(run.triggerId ?? 0, (counts.get(run.triggerId ?? 0) ?? 0) + 1)
    }
    return counts
  }

  protected async work(run: StartedRun, signal: AbortSignal): Promise<void> {
    const { runs, log, jitter = Math.random } = this.#deps
    const { runner } = this
    const result = await this.#runAction(run, signal)
    const { status, detail, retry, output } = result
    const outcome = { detail, output }
    const store = (write: () => Promise<boolean>) => this.#store(run, write, signal)
    if (status === 'done') {
      await store(() => runs.done(runner, run, outcome))
      return
    }
    if (status === 'failed' && signal.aborted) {
      await runs.release(runner, run)
      return
    }
    const pauseSeconds = retryDelaysSeconds[run.attempt - 1]
    if (status === 'failed' && retry && pauseSeconds !== undefined) {
      const seconds = pauseSeconds * (1 + maxJitter * jitter())
      await store(() => runs.retryLater(runner, run, outcome, seconds))
      return
    }
    const code = status === 'refused' ? 'action_refused' : 'action_failed'
    // `dead`: all attempts failed. `failed`: another attempt would be useless.
    const end = { status: retry ? 'dead' : 'failed', code } as const
    await store(() => runs.giveUp(runner, run, outcome, end))
    log.warn(
      { trigger: run.triggerId, action: run.kind, run: run.id, reason: detail },
      'an action of a trigger could not be done',
    )
  }

  /**
   * Stores an outcome. Repeats it while the metadata does not answer: after the lease another process would
   * run the action again, although it is done.
   */
  async #store({ leaseEnd }: StartedRun, write: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    const { storeRetryMs = defaultStoreRetryMs } = this.#deps
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        if (this.#monotonic() + storeRetryMs >= leaseEnd || signal.aborted) throw error
        await pause(storeRetryMs, signal)
      }
    }
  }

  #monotonic(): number {
    return this.#deps.monotonic?.() ?? performance.now()
  }

  /** Makes an attempt, unless the trigger or the rights of its owner have changed since it was queued. */
  async #runAction(run: ClaimedRun, cutShort: AbortSignal): Promise<ActionResult> {
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
    const signal = AbortSignal.any([cutShort, AbortSignal.timeout(attemptTimeoutMs)])
    return this.#deps.run(action, context, signal)
  }
}

/** The mail about an unread notification. Goes to the owner of the trigger if it names no recipients. */
function escalationMail({ escalate_to }: TriggerContent): EmailAction {
  return { kind: 'email', template: escalationTemplate, to: escalate_to }
}
