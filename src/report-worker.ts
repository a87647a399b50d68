import { parentPort } from 'node:worker_threads'
import { drawJob } from './reports/worker/drawing.ts'
import type { StartJob } from './reports/worker/messages.ts'

/** The composition root of the threads that draw documents; openReportMaker starts them. */
if (parentPort === null)
  throw new Error('report-worker.ts runs in a worker thread, started by openReportMaker')

// openReportMaker posts these and nobody else does.
parentPort.on('message', (start: StartJob) => void drawJob(start))
