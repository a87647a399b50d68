import type { TriggerContent } from '../../../schema/trigger.ts'

/** What every part of the form gets. */
export interface SectionProps {
  draft: TriggerContent
  set: (change: Partial<TriggerContent>) => void
  /** Why the service refused a member. */
  fault: (member: keyof TriggerContent) => string | undefined
}
