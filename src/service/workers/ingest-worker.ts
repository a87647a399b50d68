import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Caller } from '../../ingest/worker/calls.ts'
import { Ingest } from '../../ingest/worker/ingest.ts'
import type { IngestSettings } from '../../ingest/worker/ingest-settings.ts'
import type { IngestPorts } from '../../ingest/worker/ports.ts'

/** The composition root of the ingest worker thread; openIntake starts it. An exception ends the thread. */
if (parentPort === null) throw new Error('ingest-worker.ts runs in a worker thread, started by openIntake')

try {
  // A high priority, since datagrams that are not read in time are lost. On Linux it applies only to the
  // calling thread, not to the threads of libuv, which serve the whole process. Throws without the privilege.
  if (process.platform === 'linux') setPriority(-10)
} catch {}

const main = new Caller<Required<IngestPorts>>(parentPort, () => opened)

// Only openIntake starts this thread, with these settings.
const opened: Promise<Ingest> = Ingest.open(workerData as IngestSettings, {
  sink: batches => main.call('sink', [batches]),
  slowOutcome: sequence => main.call('slowOutcome', [sequence]),
  abandon: sequence => void main.call('abandon', [sequence]),
  reserveIds: (size, above) => main.call('reserveIds', [size, above]),
  recordFigures: figures => main.call('recordFigures', [figures]),
  recordOutage: (from, to) => main.call('recordOutage', [from, to]),
  warn: message => void main.call('warn', [message]),
  progress: () => void main.call('progress', []),
})
// Not an unhandled rejection: the first call reports the failure.
opened.catch(() => {})
