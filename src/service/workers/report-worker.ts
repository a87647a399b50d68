import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { StartJob } from '../../reports/worker/messages.ts'
import { renderJob } from '../../reports/worker/render-job.ts'

/** The composition root of the threads that draw documents; openReportRenderer starts them. */
if (parentPort === null)
  throw new Error('report-worker.ts runs in a worker thread, started by openReportRenderer')

// Nice value 10: while a query wants the same processor, this thread gets about a tenth of it. On other
// systems it would apply to the whole process.
if (process.platform === 'linux') setPriority(10)

// Only openReportRenderer posts messages here.
parentPort.on('message', (start: StartJob) => void renderJob(start))
