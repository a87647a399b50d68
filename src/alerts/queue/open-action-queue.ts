import { Repeater } from '../../async/repeater.ts'
import type { Clock } from '../../metadata/database/clock.ts'
import type { ActionRuns } from '../../metadata/triggers/action-runs.ts'
import type { Escalations } from '../../metadata/triggers/escalations.ts'
import { ClockWatch, clockSettleMs, systemClocks } from '../../telemetry/clock-watch.ts'
import { ActionQueue, type ActionQueueDeps } from './action-queue.ts'

export interface OpenActionQueueOptions extends Omit<ActionQueueDeps, 'runs'> {
  runs: ActionRuns
  escalations: Pick<Escalations, 'queueDue'>
  /** The clock of the metadata. */
  clock: Clock
  /** Days for which ended actions are kept. */
  retentionDays: number
  /** Maximum ended actions that are kept. */
  maxRows: number
  /** No other process uses this metadata. */
  isOnlyProcess: boolean
}

export interface RunningActions {
  /** Checks for due actions. Call it after each change of the queue. */
  wake(): void
  /**
   * Queues escalations, takes over what other processes or a wrong clock left, and deletes old actions. Also
   * runs every 15 seconds.
   */
  tick(): Promise<void>
  /** Resolves when nothing is due and nothing runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

const tickMs = 15_000

/** Starts the queue with the actions that an earlier run left. */
export async function openActionQueue(options: OpenActionQueueOptions): Promise<RunningActions> {
  const { runs, escalations, clock, retentionDays, maxRows, isOnlyProcess, log } = options
  const { monotonic = systemClocks.monotonic } = options
  const watch = new ClockWatch({ wall: () => clock() / 1_000, monotonic })
  await runs.reclaim({ isOnlyProcess })
  await runs.bringForward()
  const queue = new ActionQueue(options)
  const ticks = new Repeater(
    async () => {
      await runs.reclaim({ isOnlyProcess: false, held: queue.held })
      await runs.bringForward()
      await escalations.queueDue()
      const isSettled = watch.check().steadyMs >= clockSettleMs
      await runs.expire({ days: isSettled ? retentionDays : undefined, rows: maxRows })
      queue.wake()
    },
    error => log.error({ err: error }, 'could not maintain the queue of actions'),
  )
  ticks.start(tickMs)
  queue.wake()
  return {
    wake: () => queue.wake(),
    tick: () => ticks.run(),
    idle: () => queue.idle(),
    async close() {
      await ticks.close()
      await queue.close()
      await queue.idle()
    },
  }
}
