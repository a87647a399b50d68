import { parseFieldName } from '../../filter/predicate/field.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'

/** Sentences about what a dry run cannot know of a trigger. */
export function notesOfDryRun({ filter, condition, active_since, active_until }: TriggerContent): string[] {
  const notes: string[] = []
  const followedBy = condition?.kind === 'pair' ? condition.followed_by : []
  const testsStatus = [...filter, ...followedBy].some(({ field }) => {
    const named = parseFieldName(field)
    return named.kind === 'number' && named.field === 'status'
  })
  if (testsStatus)
    notes.push(
      'Events are tested with their current status, which triggers may have changed since the event arrived.',
    )
  if (active_since !== null || active_until !== null)
    notes.push('The dates from which and until which the trigger is active are ignored.')
  notes.push('Earlier triggers that stop further triggers are ignored.')
  return notes
}
