import type { Scripts } from '../../alerts/triggers/action-faults.ts'
import type { Triggers } from '../../metadata/triggers/triggers.ts'

/** What the routes of triggers use. */
export interface TriggerDeps {
  triggers: Pick<Triggers, keyof Triggers>
  scripts: Scripts
  /** Resolves when changes are in force. */
  applyTriggers?: () => Promise<void>
}
