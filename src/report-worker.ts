import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { StartJob } from './reports/worker/messages.ts'
import { renderJob } from './reports/worker/render-job.ts'

/** The composition root of the threads that draw documents; openReportRenderer starts them. */
if (parentPort === null)
  throw new Error('report-worker.ts runs in a worker thread, started by openReportMaker')

/** Of a processor that a question wants too, a thread that draws has a tenth (a nice value). */
const niceValue = 10

// Elsewhere this would be about the whole process. No thread may be forbidden to become less important.
if (process.platform === 'linux') setPriority(niceValue)

// Only openReportRenderer posts messages here.
parentPort.on('message', (start: StartJob) => void renderJob(start))
