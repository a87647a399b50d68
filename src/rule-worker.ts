import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { RuleJob, RuleResults } from './api/rules/rule-workers.ts'
import { tryRules } from './api/rules/trial.ts'
import { readRuleFile, readRuleFileText } from './ingest/rules/read-file.ts'
import { Fault } from './schema/fault.ts'

/** The composition root of the threads that try rules and read long texts of them; RuleWorkers starts one for each. */
if (parentPort === null) throw new Error('rule-worker.ts runs in a worker thread, started by RuleWorkers')

/** Of a processor that ingest or a question wants too, this has a tenth (a nice value). */
const giveWay = 10

// Elsewhere this would be about the whole process. No thread may be forbidden to become less important.
if (process.platform === 'linux') setPriority(giveWay)

// Only RuleWorkers starts this thread, with a question.
parentPort.postMessage(await answer(workerData as RuleJob))

async function answer(question: RuleJob): Promise<RuleResults[keyof RuleResults] | { fault: object }> {
  try {
    if (question.kind === 'read') return readRuleFileText(question.name, question.text, question.format)
    if (question.kind === 'check') return readRuleFile(question.name, question.content)
    return await tryRules(question.files, question.events, question.formats)
  } catch (error) {
    if (error instanceof Fault && error.fields !== undefined) return { fault: error.fields }
    throw error
  }
}
