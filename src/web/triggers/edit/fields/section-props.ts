import type { TriggerContent } from '../../../../schema/triggers/trigger.ts'

/** Props of every section of the trigger form. */
export interface SectionProps {
  draft: TriggerContent
  set: (change: Partial<TriggerContent>) => void
  /** Why the service refused a member; undefined if it did not. */
  fault: (member: keyof TriggerContent) => string | undefined
}
