import { parseFieldName } from '../../filter/predicate/field.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'

/** Sentences about what a dry run cannot know of a trigger. */
export function notesOfDryRun({ filter, condition, active_since, active_until }: TriggerContent): string[] {
  const notes: string[] = []
  const followedBy = condition?.kind === 'pair' ? condition.followed_by : []
  const asksStatus = [...filter, ...followedBy].some(({ field }) => {
    const named = parseFieldName(field)
    return named.kind === 'number' && named.field === 'status'
  })
  if (asksStatus)
    notes.push(
      'The status of an event is the one that it has now, after all triggers, not the one that this trigger would have seen.',
    )
  if (active_since !== null || active_until !== null)
    notes.push('The times from which and until which the trigger is active are left aside.')
  notes.push('Triggers before this one that stop are left aside.')
  return notes
}
