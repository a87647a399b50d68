import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { StartJob } from '../../reports/worker/messages.ts'
import { renderJob } from '../../reports/worker/render-job.ts'

/** The composition root of the threads that draw documents; openReportRenderer starts them. */
if (parentPort === null)
  throw new Error('report-worker.ts runs in a worker thread, started by openReportRenderer')

// Nice value 10: a tenth of a processor that a query wants too. On other systems it would apply to the whole
// process.
if (process.platform === 'linux') setPriority(10)

// Only openReportRenderer posts messages here.
parentPort.on('message', (start: StartJob) => void renderJob(start))
