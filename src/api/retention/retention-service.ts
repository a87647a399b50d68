import pLimit from 'p-limit'
import { describeEntry } from '../../metadata/audit/pending-entry.ts'
import {
  limitsOf,
  type RetentionSettings,
  type StoredRetention,
} from '../../metadata/retention/retention-settings.ts'
import type { Retention, RetentionLimits, RetentionPatch } from '../../schema/retention.ts'
import { changedMembers } from '../audit/describe.ts'

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
    this.#stop = ports.stored.onChange(() => void this.#follow())
    // What was changed while this node started.
    void this.#follow()
  }

  async get(): Promise<Retention> {
    return await this.#present(await this.#ports.stored.get())
  }

  /**
   * Resolves once it is in force here, or will be soon: what is stored is in force, whether the store answers or not. Describes the
   * change for the audit log.
   */
  async change(patch: RetentionPatch, username: string): Promise<Retention> {
    const { stored, defaults } = this.#ports
    const before = limitsOf(await stored.get(), defaults)
    const after = await stored.change(patch, username)
    describeEntry({ changes: changedMembers(patch, before, limitsOf(after, defaults)) })
    await this.#follow()
    return await this.#present(after)
  }

  async #present(found: StoredRetention): Promise<Retention> {
    const { defaults, dueDays, warn } = this.#ports
    const { changedAt, changedBy } = found
    const days = await dueDays().catch(error => {
      warn(`Days that are due could not be found: ${error}`)
      return null
    })
    return {
      ...limitsOf(found, defaults),
      default_days: defaults.days,
      default_bytes: defaults.bytes,
      due_days: days,
      changed_at: changedAt === null ? null : changedAt / 1e6,
      changed_by: changedBy,
    }
  }

  /** Resolves once nothing is put in force any longer. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    clearTimeout(this.#retry)
    await this.#queue(async () => {})
  }

  /** Puts what is stored in force, later when that fails now. Never rejects. */
  async #follow(): Promise<void> {
    clearTimeout(this.#retry)
    try {
      await this.#refresh()
    } catch (error) {
      if (this.#isClosed) return
      this.#ports.warn(`The retention that was changed is not in force yet: ${error}`)
      clearTimeout(this.#retry)
      this.#retry = setTimeout(() => void this.#follow(), retryMs).unref()
    }
  }

  #refresh(): Promise<void> {
    return this.#queue(async () => {
      const { stored, defaults, apply } = this.#ports
      await apply(limitsOf(await stored.get(), defaults))
    })
  }
}
