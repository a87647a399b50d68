import { Worker } from 'node:worker_threads'
import pLimit, { type LimitFunction } from 'p-limit'
import type { ReadRules } from '../../ingest/rules/read-file.ts'
import type { RuleFormat } from '../../ingest/rules/rule-text.ts'
import type { TemplateText } from '../../metadata/dashboards/templates/template-text.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { MessageFormat } from '../../schema/event/message-format.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile, RuleOutcome } from '../../schema/intake/rule.ts'

/**
 * A job for a thread: the arguments of a function. By kind, these are tryRules, readRuleFileText,
 * readRuleFile, parseTemplate, and templateTitle for each template.
 */
export type RuleJob =
  | { kind: 'try'; files: readonly RuleFile[]; events: readonly unknown[]; formats: readonly MessageFormat[] }
  | { kind: 'read'; name: string; text: string; format: RuleFormat }
  | { kind: 'check'; name: string; content: unknown }
  | { kind: 'template'; template: TemplateText }
  | { kind: 'titles'; templates: readonly TemplateText[] }

/** Results by kind of job. */
export interface RuleResults {
  try: RuleOutcome[]
  read: ReadRules & { content: unknown }
  check: ReadRules
  template: { content: unknown }
  titles: readonly string[]
}

export interface RuleWorkerLimits {
  /** By kind of job, from the start of its thread. */
  timeoutMs: Record<RuleJob['kind'], number>
  /** Maximum jobs that run or wait; further ones are refused. */
  maxJobs: number
  /** Maximum memory of a thread, megabytes. */
  heapMb: number
}

/** Enough for the largest files of rules: 19,000 rules of 13 MB take 0.8 GB. */
export const maxRuleThreadMb = 1_024

/** On an idle processor a text of 16 MB takes less than a minute. */
const defaultLimits: RuleWorkerLimits = {
  timeoutMs: { try: 30_000, read: 300_000, check: 300_000, template: 30_000, titles: 30_000 },
  maxJobs: 16,
  heapMb: maxRuleThreadMb,
}

/**
 * Tries rules, and reads texts of rules and dashboard templates, each in a separate thread. Jobs of one kind
 * run one at a time; a long one delays neither the process nor jobs of other kinds.
 */
export class RuleWorkers {
  readonly #limits: RuleWorkerLimits
  readonly #running = new Set<Worker>()
  readonly #queues: Record<RuleJob['kind'], LimitFunction> = {
    try: pLimit(1),
    read: pLimit(1),
    check: pLimit(1),
    template: pLimit(1),
    titles: pLimit(1),
  }
  #isClosed = false

  constructor(limits: Partial<RuleWorkerLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  /**
   * Throws validation for unreadable events, on a timeout, and for a job that takes too much memory;
   * overloaded if too many jobs wait or the thread dies.
   */
  async run<Job extends RuleJob>(job: Job): Promise<RuleResults[Job['kind']]> {
    const queues = Object.values(this.#queues)
    const jobs = queues.reduce((sum, { activeCount, pendingCount }) => sum + activeCount + pendingCount, 0)
    if (jobs >= this.#limits.maxJobs)
      throw new Fault('overloaded', {
        detail: 'Too many jobs are waiting for the rule thread.',
        retryAfter: 10,
      })
    // rule-worker.ts answers each job with the result of its kind.
    return (await this.#queues[job.kind](() => this.#run(job))) as RuleResults[Job['kind']]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#running].map(worker => worker.terminate()))
  }

  async #run(job: RuleJob): Promise<unknown> {
    if (this.#isClosed) throw new Fault('starting')
    const { heapMb } = this.#limits
    const timeoutMs = this.#limits.timeoutMs[job.kind]
    // Without an own execArgv, the worker would inherit the loaders and the inspector of this process.
    const worker = new Worker(new URL('../../service/workers/rule-worker.ts', import.meta.url), {
      workerData: job,
      execArgv: [],
      name: 'rules',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    this.#running.add(worker)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(
      () => reject(tooExpensive(job.kind, `took longer than ${timeoutMs / 1_000} seconds`)),
      timeoutMs,
    )
    worker.on('message', resolve)
    worker.on('error', cause => {
      if (hasErrorCode(cause, 'ERR_WORKER_OUT_OF_MEMORY'))
        return reject(tooExpensive(job.kind, `took more than ${heapMb} MB of memory`))
      const detail = 'The worker that reads and tries rules ended.'
      reject(new Fault('overloaded', { detail, retryAfter: 10, cause }))
    })
    worker.on('exit', () => reject(new Fault('starting')))
    try {
      const answer = await promise
      // rule-worker.ts posts a validation Fault as its fields.
      const { fault } = answer as { fault?: Record<string, string[]> }
      if (fault !== undefined) throw new Fault('validation', { fields: fault })
      return answer
    } finally {
      clearTimeout(timer)
      this.#running.delete(worker)
      await worker.terminate()
    }
  }
}

/** The fault for a job that was ended. `took` begins its sentence: what the job took too much of. */
function tooExpensive(kind: RuleJob['kind'], took: string): Fault {
  const sentence = `${took} and was ended`
  if (kind === 'try')
    return new Fault('validation', { fields: { events: [`${sentence}: try fewer events, or fewer rules`] } })
  const member = kind === 'check' ? 'content' : 'text'
  return new Fault('validation', { fields: { [member]: [sentence] } })
}
