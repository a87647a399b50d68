import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { StartJob } from './reports/worker/messages.ts'
import { renderJob } from './reports/worker/render-job.ts'

/** The composition root of the threads that draw documents; openReportRenderer starts them. */
if (parentPort === null)
  throw new Error('report-worker.ts runs in a worker thread, started by openReportRenderer')

/** While a query wants the same processor, a thread that draws gets a tenth of it. */
const niceValue = 10

// Elsewhere it would set the priority of the whole process. Lowering a priority needs no permission.
if (process.platform === 'linux') setPriority(niceValue)

// Only openReportRenderer posts messages here.
parentPort.on('message', (start: StartJob) => void renderJob(start))
