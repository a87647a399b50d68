import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { Fault } from '../../schema/fault.ts'
import { type ExportFormat, maxRowsIn } from '../../schema/reports/export-format.ts'
import { type ReportOutcome, type ReportRenderer, ThreadEndedFault } from '../document/job.ts'
import type { StartJob } from './messages.ts'
import { RemoteJob, toRenderRequest } from './remote-job.ts'
import { type PooledThread, type PoolLimits, ThreadPool } from './thread-pool.ts'

export interface RendererLimits extends PoolLimits {
  /** A thread still in a cancelled job after this time is terminated. */
  cancelTimeoutMs: number
  /** A thread with a larger heap after its job is terminated, megabytes. */
  maxIdleHeapMb: number
}

const megabyte = 1_000_000

const defaultLimits: RendererLimits = {
  maxThreads: 2,
  maxWaiting: 16,
  idleMs: 30_000,
  heapMb: 512,
  cancelTimeoutMs: 2_000,
  maxIdleHeapMb: 96,
}

/**
 * Opens a renderer that uses worker threads. `log` is called for threads that died; `exportMax` limits the
 * rows in csv and json.
 */
export function openReportRenderer(options: {
  log: (message: string, error: unknown) => void
  limits?: Partial<RendererLimits>
  exportMax?: number | undefined
}): ReportRenderer {
  const limits = { ...defaultLimits, ...options.limits }
  const pool = new ThreadPool(limits, options.log)

  /** Takes the thread back once it has left the job. */
  async function takeBack(thread: PooledThread, remote: RemoteJob): Promise<void> {
    // A thread that is late counts as too large, so that it is terminated.
    const late = delay(limits.cancelTimeoutMs, Number.POSITIVE_INFINITY, { ref: false })
    const heapBytes = await Promise.race([remote.workerFinished, late])
    if (heapBytes > limits.maxIdleHeapMb * megabyte) await pool.terminate(thread)
    else pool.release(thread)
  }

  const maxRows = (format: ExportFormat) => maxRowsIn(format, options.exportMax)

  return {
    maxRows,
    async render(job, out, signal): Promise<ReportOutcome> {
      const thread = await pool.acquire(signal)
      const { port1, port2 } = new MessageChannel()
      const remote = new RemoteJob(job, out, port1, maxRows(job.format))
      const abort = () => remote.fail(signal.reason)
      thread.onExit = error => {
        remote.workerDied(error instanceof Fault ? error : new ThreadEndedFault(error))
      }
      signal.addEventListener('abort', abort, { once: true })
      try {
        thread.worker.postMessage(
          { request: toRenderRequest(job, maxRows(job.format)), port: port2 } satisfies StartJob,
          [port2],
        )
        return await remote.outcome
      } finally {
        signal.removeEventListener('abort', abort)
        void takeBack(thread, remote)
      }
    },
    close: () => pool.close(),
  }
}
