import { Worker } from 'node:worker_threads'
import { Fault } from '../../schema/fault.ts'
import type { MessageFormat } from '../../schema/message-format.ts'
import type { RuleFile, RuleOutcome } from '../../schema/rule.ts'

/** What is tried: see tryRules. */
export interface Trial {
  files: readonly RuleFile[]
  events: readonly unknown[]
  formats: readonly MessageFormat[]
}

/** `fields`: what is wrong with the events, as members of a validation Fault. */
export type TrialAnswer = { outcomes: RuleOutcome[] } | { fields: Record<string, string[]> }

export interface TrialLimits {
  /** From the start of the thread, the compilation of the rules included. */
  timeoutMs: number
  /** Trials that run or wait; past it they are refused. */
  maxTrials: number
  /** Memory of the thread, megabytes. */
  heap: number
}

const usual: TrialLimits = { timeoutMs: 10_000, maxTrials: 16, heap: 512 }

/** Trials of rules, each in a thread of its own, one after the other: rules and events that take long hold up nobody else. */
export class RuleTrials {
  readonly #limits: TrialLimits
  #trials = 0
  #last: Promise<unknown> = Promise.resolve()
  #running: Worker | undefined
  #isClosed = false

  constructor(limits: Partial<TrialLimits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  /** As tryRules. Also throws validation when it takes too long, overloaded when too many wait or its thread dies. */
  async run(trial: Trial): Promise<RuleOutcome[]> {
    if (this.#trials >= this.#limits.maxTrials)
      throw new Fault('overloaded', { detail: 'Too many trials of rules wait.', retryAfter: 10 })
    this.#trials++
    const answer = this.#last.then(() => this.#try(trial))
    this.#last = answer.catch(() => {})
    try {
      const given = await answer
      if ('outcomes' in given) return given.outcomes
      throw new Fault('validation', { fields: given.fields })
    } finally {
      this.#trials--
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.terminate()
  }

  async #try(trial: Trial): Promise<TrialAnswer> {
    if (this.#isClosed) throw new Fault('starting')
    const { timeoutMs, heap } = this.#limits
    // execArgv: the parent's loaders and inspectors are not for the worker.
    const worker = new Worker(new URL('../../trial-worker.ts', import.meta.url), {
      workerData: trial,
      execArgv: [],
      name: 'trial',
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    this.#running = worker
    const { promise, resolve, reject } = Promise.withResolvers<TrialAnswer>()
    const timer = setTimeout(() => reject(tookTooLong(timeoutMs)), timeoutMs)
    worker.on('message', resolve)
    worker.on('error', cause => reject(crashed(cause)))
    worker.on('exit', () => reject(new Fault('starting')))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#running = undefined
      await worker.terminate()
    }
  }
}

/** Out of memory, for one. */
function crashed(cause: unknown): Fault {
  const detail = 'The trial could not be made: its worker ended.'
  return new Fault('overloaded', { detail, retryAfter: 10, cause })
}

function tookTooLong(timeoutMs: number): Fault {
  const sentence = `took longer than ${timeoutMs / 1_000} seconds and was ended: try fewer events, or fewer rules`
  return new Fault('validation', { fields: { events: [sentence] } })
}
