import pLimit from 'p-limit'
import { limitsOf, type RetentionSettings } from '../../metadata/retention/retention-settings.ts'
import type { Retention, RetentionLimits, RetentionPatch } from '../../schema/retention.ts'

const retryMs = 1_000

interface RetentionPorts {
  stored: Pick<RetentionSettings, 'get' | 'change' | 'onChange'>
  /** Of the settings of the service. */
  defaults: RetentionLimits
  /** Puts limits in force at once. */
  apply: (limits: RetentionLimits) => Promise<void>
  /** Days that the limits in force make due, oldest first. */
  dueDays: () => Promise<string[]>
  warn: (message: string) => void
}

/** Keeps the limits that were changed through the API in force, also those that another node has changed. */
export class RetentionService {
  readonly #ports: RetentionPorts
  readonly #queue = pLimit(1)
  readonly #stop: () => void
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(ports: RetentionPorts) {
    this.#ports = ports
    this.#stop = ports.stored.onChange(() => this.#follow())
    // What was changed while this node started.
    this.#follow()
  }

  async get(): Promise<Retention> {
    const { stored, defaults, dueDays } = this.#ports
    const found = await stored.get()
    const { changedAt, changedBy } = found
    return {
      ...limitsOf(found, defaults),
      default_days: defaults.days,
      default_bytes: defaults.bytes,
      due_days: await dueDays(),
      changed_at: changedAt === null ? null : changedAt / 1e6,
      changed_by: changedBy,
    }
  }

  /** Resolves once it is in force here. */
  async change(patch: RetentionPatch, username: string): Promise<Retention> {
    await this.#ports.stored.change(patch, username)
    await this.#refresh()
    return await this.get()
  }

  /** Resolves once nothing is put in force any longer. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    clearTimeout(this.#retry)
    await this.#queue(async () => {})
  }

  #follow(): void {
    clearTimeout(this.#retry)
    this.#refresh().catch(error => {
      if (this.#isClosed) return
      this.#ports.warn(`The retention that was changed is not in force yet: ${error}`)
      this.#retry = setTimeout(() => this.#follow(), retryMs).unref()
    })
  }

  #refresh(): Promise<void> {
    return this.#queue(async () => {
      const { stored, defaults, apply } = this.#ports
      await apply(limitsOf(await stored.get(), defaults))
    })
  }
}
