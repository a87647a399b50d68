import { Repeater } from '../../async/repeater.ts'
import { until } from '../../async/until.ts'
import { describeEntry } from '../../metadata/audit/pending-entry.ts'
import {
  limitsOf,
  type RetentionSettings,
  type StoredRetention,
} from '../../metadata/retention/retention-settings.ts'
import { Fault } from '../../schema/fault.ts'
import {
  expectedRetentionClass,
  type Retention,
  type RetentionClasses,
  type RetentionLimits,
  type RetentionPatch,
  readRetentionClass,
} from '../../schema/store/retention.ts'
import { changedMembers } from '../audit/describe.ts'

const retryMs = 1_000
/** Maximum wait for the days that are due; the limits are shown without them. */
const dueTimeoutMs = 2_000
const lateStore = () => new Fault('storage_unavailable')

interface RetentionPorts {
  stored: Pick<RetentionSettings, 'get' | 'change' | 'onChange'>
  /** Limits from the settings of the service. */
  defaults: RetentionLimits
  /** Applies limits at once. */
  apply: (limits: RetentionLimits) => Promise<void>
  /** Classes that active rules set. */
  ruleClasses: () => readonly string[]
  /** Days that are due by the limits in force, oldest first. */
  dueDays: () => Promise<string[]>
  warn: (message: string) => void
}

/** Keeps the limits set through the API in force, including changes by other nodes. */
export class RetentionService {
  readonly #ports: RetentionPorts
  /** Applies the stored limits, and retries later if that fails. */
  readonly #runs = new Repeater(
    () => this.#refresh(),
    error => {
      if (this.#runs.isClosed) return
      this.#ports.warn(`The retention that was changed is not in force yet: ${error}`)
      this.#runs.runIn(retryMs)
    },
  )
  readonly #stopListening: () => void
  /** Classes in force. */
  #classes: RetentionClasses = {}
  /** The classes of the last warning. */
  #loggedUnset = ''

  constructor(ports: RetentionPorts) {
    this.#ports = ports
    this.#stopListening = ports.stored.onChange(() => void this.#runs.run())
    // Applies changes made while this node started.
    void this.#runs.run()
  }

  async get(): Promise<Retention> {
    return await this.#present(await this.#ports.stored.get())
  }

  /**
   * Stores a change, and applies it here. Resolves even if the store does not answer now: stored limits are
   * applied later. Describes the change for the audit log.
   */
  async change(patch: RetentionPatch, username: string): Promise<Retention> {
    const { stored, defaults } = this.#ports
    requireClassNames(patch)
    const previousLimits = limitsOf(await stored.get(), defaults)
    const after = await stored.change(patch, username)
    const logged = (limits: RetentionLimits) => ({ classes: {}, ...limits })
    const changes = changedMembers(patch, logged(previousLimits), logged(limitsOf(after, defaults)))
    describeEntry({ changes })
    await this.#runs.run()
    return await this.#present(after)
  }

  async #present(stored: StoredRetention): Promise<Retention> {
    const { defaults, dueDays, warn } = this.#ports
    const { changedAt, changedBy } = stored
    const days = await until(dueDays(), { timeoutMs: dueTimeoutMs, timeoutError: lateStore }).catch(error => {
      warn(`Days that are due could not be found: ${error}`)
      return null
    })
    const { classes = {}, ...limits } = limitsOf(stored, defaults)
    return {
      ...limits,
      classes: { ...classes },
      unset_classes: this.#unsetClasses(classes),
      default_days: defaults.days,
      default_bytes: defaults.bytes,
      default_classes: { ...defaults.classes },
      due_days: days,
      changed_at: changedAt === null ? null : changedAt / 1e6,
      changed_by: changedBy,
    }
  }

  /** The classes that rules give events, but that have no days in `classes`. */
  #unsetClasses(classes: RetentionClasses): string[] {
    const ruleClasses = new Set(this.#ports.ruleClasses())
    return [...ruleClasses].filter(name => !Object.hasOwn(classes, name)).sort()
  }

  /** Logs the unset classes in force, if they changed. */
  #warnOfUnsetClasses(): void {
    const unset = this.#unsetClasses(this.#classes)
    const text = unset.join(', ')
    if (text !== '' && text !== this.#loggedUnset)
      this.#ports.warn(`Rules set retention classes that have no days, and are kept as others are: ${text}`)
    this.#loggedUnset = text
  }

  /** Resolves once no change is being applied. */
  async close(): Promise<void> {
    this.#stopListening()
    await this.#runs.close()
  }

  async #refresh(): Promise<void> {
    const { stored, defaults, apply } = this.#ports
    const limits = limitsOf(await stored.get(), defaults)
    this.#classes = limits.classes ?? {}
    this.#warnOfUnsetClasses()
    await apply(limits)
  }
}

function requireClassNames({ classes }: RetentionPatch): void {
  for (const name of Object.keys(classes ?? {}))
    if (!readRetentionClass(name))
      throw new Fault('validation', {
        fields: {
          [`classes.${name.slice(0, 100)}`]: [`Expected ${expectedRetentionClass}; default is none.`],
        },
      })
}
