import { MessageChannel } from 'node:worker_threads'
import { type ExportFormat, maxRowsIn } from '../schema/export-format.ts'
import { Fault } from '../schema/fault.ts'
import type { ReportMaker, ReportOutcome } from './job.ts'
import { Handover, orderOf } from './worker/handover.ts'
import type { StartJob } from './worker/messages.ts'
import { type PoolLimits, type Thread, ThreadPool } from './worker/thread-pool.ts'
import { isSupported } from './writers.ts'

export interface MakerLimits extends PoolLimits {
  /** Milliseconds that a thread has to put a cancelled job away; then it is ended. */
  grace: number
  /** Heap that a thread may have when its job is over, megabytes: one that has grown past it is ended rather than kept. */
  kept: number
}

const megabyte = 1_000_000

const usual: MakerLimits = { threads: 2, waiting: 16, idle: 30_000, heap: 512, grace: 2_000, kept: 96 }

/** Makes documents in worker threads that are started when they are needed. `log`: threads that died. `exportMax`: bound of rows in csv and json, none when absent. */
export function openReportMaker(options: {
  log: (message: string, error: unknown) => void
  limits?: Partial<MakerLimits>
  exportMax?: number | undefined
}): ReportMaker {
  const limits = { ...usual, ...options.limits }
  const pool = new ThreadPool(limits, options.log)

  /** The thread is for others again once the job is put away there. */
  async function putAway(thread: Thread, handover: Handover): Promise<void> {
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), limits.grace)
    const heap = await Promise.race([handover.released, late.promise])
    clearTimeout(timer)
    if (heap === 'late' || heap > limits.kept * megabyte) await pool.end(thread)
    else pool.giveBack(thread)
  }

  const maxRows = (format: ExportFormat) => maxRowsIn(format, options.exportMax)

  return {
    maxRows,
    async make(job, out, signal): Promise<ReportOutcome> {
      if (!isSupported(job.format)) {
        throw new Fault('validation', { detail: `The format ${job.format} is not supported.` })
      }
      const thread = await pool.borrow(signal)
      const { port1, port2 } = new MessageChannel()
      const handover = new Handover(job, out, port1, maxRows(job.format))
      const abort = () => handover.fail(signal.reason)
      thread.onGone = error => handover.crashed(crashFault(error))
      signal.addEventListener('abort', abort, { once: true })
      try {
        thread.worker.postMessage(
          { order: orderOf(job, maxRows(job.format)), port: port2 } satisfies StartJob,
          [port2],
        )
        return await handover.outcome
      } finally {
        signal.removeEventListener('abort', abort)
        void putAway(thread, handover)
      }
    },
    close: () => pool.close(),
  }
}

/** What the job of a thread that died fails with: what was too much for it may also be too much the next time. */
function crashFault(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  return new Fault('overloaded', {
    detail: 'The document could not be made: its worker ended.',
    retryAfter: 10,
    cause,
  })
}
