import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { tryRules } from './api/rules/trial.ts'
import type { Trial, TrialAnswer } from './api/rules/trial-thread.ts'
import { Fault } from './schema/fault.ts'

/** The composition root of the threads that try rules; RuleTrials starts one for each trial. */
if (parentPort === null) throw new Error('trial-worker.ts runs in a worker thread, started by RuleTrials')

/** Of a processor that ingest or a question wants too, a trial has a tenth (a nice value). */
const giveWay = 10

// Elsewhere this would be about the whole process. No thread may be forbidden to become less important.
if (process.platform === 'linux') setPriority(giveWay)

// RuleTrials hands this over and nobody else does.
const { files, events, formats } = workerData as Trial

parentPort.postMessage(await answer())

async function answer(): Promise<TrialAnswer> {
  try {
    return { outcomes: await tryRules(files, events, formats) }
  } catch (error) {
    if (error instanceof Fault && error.fields !== undefined) return { fields: error.fields }
    throw error
  }
}
