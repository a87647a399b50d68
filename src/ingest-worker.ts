import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Caller } from './ingest/worker/calls.ts'
import { Ingest } from './ingest/worker/ingest.ts'
import type { IngestSettings, ToMain, ToWorker } from './ingest/worker/messages.ts'

/** The composition root of the ingest worker thread; openIntake starts it. What is thrown here ends the thread. */
if (parentPort === null) throw new Error('ingest-worker.ts runs in a worker thread, started by openIntake')

try {
  // On Linux this concerns the calling thread alone (and the pool threads it starts): datagrams not read in time are
  // lost, and everything else can wait a little. Without the right to it ingest goes on as it is.
  if (process.platform === 'linux') setPriority(-10)
} catch {}

const caller: Caller<ToMain, ToWorker> = new Caller<ToMain, ToWorker>(parentPort, {
  submitIncoming: async submission => (await opened).submitIncoming(submission),
  submitShipper: async shipment => (await opened).submitShipper(shipment),
  counters: async () => (await opened).counters(),
  setRules: async files => {
    await (await opened).setRules(files)
    return null
  },
  ruleCounts: async () => (await opened).ruleCounts(),
  flush: async () => {
    await (await opened).flush()
    return null
  },
  restoreWindows: async events => {
    const ingest = await opened
    ingest.restoreWindows(events)
    return null
  },
  start: async () => {
    const ingest = await opened
    return { addresses: await ingest.start(), replayed: ingest.replayed }
  },
  reloadCertificates: async () => {
    await (await opened).reloadCertificates()
    return null
  },
  close: async () => {
    await (await opened).close()
    return null
  },
})

// openIntake hands these over and nobody else does.
const opened = Ingest.open(workerData as IngestSettings, {
  sink: async batches => {
    await caller.call('append', batches)
  },
  abandon: sequence => {
    void caller.call('abandon', sequence)
  },
  reserveIds: size => caller.call('reserveIds', size),
  recordFigures: async figures => {
    await caller.call('recordFigures', figures)
  },
  warn: message => {
    void caller.call('warn', message)
  },
})
// A call may be what tells of the failure: it is not also a crash of the thread.
opened.catch(() => {})
