import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Caller } from './ingest/worker/calls.ts'
import { Ingest } from './ingest/worker/ingest.ts'
import type { IngestSettings } from './ingest/worker/ingest-settings.ts'
import type { IngestPorts } from './ingest/worker/ports.ts'

/** The composition root of the ingest worker thread; openIntake starts it. What is thrown here ends the thread. */
if (parentPort === null) throw new Error('ingest-worker.ts runs in a worker thread, started by openIntake')

try {
  // On Linux this concerns the calling thread alone (and the pool threads it starts): datagrams not read in time are
  // lost, and everything else can wait a little. Without the right to it ingest goes on as it is.
  if (process.platform === 'linux') setPriority(-10)
} catch {}

const main = new Caller<Required<IngestPorts>>(parentPort, () => opened)

// Only openIntake starts this thread, with these settings.
const opened: Promise<Ingest> = Ingest.open(workerData as IngestSettings, {
  sink: batches => main.call('sink', [batches]),
  abandon: sequence => void main.call('abandon', [sequence]),
  reserveIds: size => main.call('reserveIds', [size]),
  recordFigures: figures => main.call('recordFigures', [figures]),
  warn: message => void main.call('warn', [message]),
})
// A call may be what tells of the failure: it is not also a crash of the thread.
opened.catch(() => {})
