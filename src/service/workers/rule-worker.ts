import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { RuleJob, RuleResults } from '../../api/rules/rule-workers.ts'
import { tryRules } from '../../api/rules/trial.ts'
import { readRuleFile, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { parseTemplate, templateTitle } from '../../metadata/dashboards/templates/template-text.ts'
import { Fault } from '../../schema/fault.ts'

/** The composition root of threads that try rules and read long texts. RuleWorkers starts one per job. */
if (parentPort === null) throw new Error('rule-worker.ts runs in a worker thread, started by RuleWorkers')

// Nice value 10: while ingest or a query wants the same processor, this thread gets about a tenth of it. On
// other systems it would apply to the whole process.
if (process.platform === 'linux') setPriority(10)

// Only RuleWorkers starts this thread, with a job.
parentPort.postMessage(await answer(workerData as RuleJob))

async function answer(job: RuleJob): Promise<RuleResults[keyof RuleResults] | { fault: object }> {
  try {
    if (job.kind === 'read') return readRuleFileText(job.name, job.text, job.format)
    if (job.kind === 'check') return readRuleFile(job.name, job.content)
    if (job.kind === 'template') return { content: parseTemplate(job.template) }
    if (job.kind === 'titles') return job.templates.map(templateTitle)
    return await tryRules(job.files, job.events, job.formats)
  } catch (error) {
    if (error instanceof Fault && error.fields !== undefined) return { fault: error.fields }
    throw error
  }
}
