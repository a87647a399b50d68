import type { RetentionClasses, RetentionLimits, RetentionPatch } from '../../schema/store/retention.ts'
import { Facts } from '../database/facts.ts'
import { Repository } from '../repository/repository.ts'

/** Changes of the retention; null: the settings of the service apply. */
export interface StoredRetention {
  days: number | null
  bytes: number | null
  /** Absent where a version without classes wrote it. */
  classes?: RetentionClasses | null
  /** Microseconds; null: nothing was ever changed. */
  changedAt: number | null
  /** Username. */
  changedBy: string | null
}

const key = 'retention'
const unchanged: StoredRetention = { days: null, bytes: null, changedAt: null, changedBy: null }

/** Changes of the retention that override the settings. The caller has checked the permission. */
export class RetentionSettings extends Repository {
  async get(): Promise<StoredRetention> {
    return await read(new Facts(this.db, this.clock))
  }

  /** The limits in force; the settings of the service are the defaults. */
  async limits(defaults: RetentionLimits): Promise<RetentionLimits> {
    return limitsOf(await this.get(), defaults)
  }

  /** Keeps absent members. */
  async change(patch: RetentionPatch, changedBy: string): Promise<StoredRetention> {
    return await this.feed.transaction(async (transaction, publish) => {
      publish('retention')
      const facts = new Facts(transaction, this.clock)
      const after = { ...(await read(facts)), ...patch, changedAt: this.clock(), changedBy }
      await facts.set(key, after)
      return after
    })
  }

  /** Calls the listener after each change by any process. Returns the function that removes it. */
  onChange(listener: () => void): () => void {
    return this.feed.on('retention', listener)
  }
}

/** The limits in force: the stored changes, and the defaults for the rest. */
export function limitsOf(
  { days, bytes, classes }: StoredRetention,
  defaults: RetentionLimits,
): RetentionLimits {
  const currentClasses = classes ?? defaults.classes ?? {}
  return {
    days: days ?? defaults.days,
    bytes: bytes ?? defaults.bytes,
    ...(Object.keys(currentClasses).length > 0 && { classes: currentClasses }),
  }
}

async function read(facts: Facts): Promise<StoredRetention> {
  // `change` of this or of another version wrote it.
  return ((await facts.get(key)) as StoredRetention | undefined) ?? unchanged
}
