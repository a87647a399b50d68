import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { zoneNamed } from '../../time/zone.ts'
import { type ActionMeans, actionFaults } from './action-faults.ts'
import { conditionFaults } from './condition-faults.ts'
import { filterFaults } from './filter-faults.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** Faults of a trigger that is valid by its schema. */
export async function triggerFaults(content: TriggerContent, means: ActionMeans): Promise<TriggerFault[]> {
  return [
    ...filterFaults(content.filter, 'filter', 'filter'),
    ...(content.condition === null ? [] : conditionFaults(content.condition)),
    ...timeFaults(content),
    ...(await actionFaults(content, means)),
  ]
}

function timeFaults({ active_hours, active_since, active_until }: TriggerContent): TriggerFault[] {
  const faults: TriggerFault[] = []
  if (active_hours !== null && zoneNamed(active_hours.timezone) === undefined) {
    const message = 'Expected an IANA time zone, as Europe/Berlin.'
    faults.push({ path: 'active_hours.timezone', message, of: ['active_hours'] })
  }
  if (active_hours?.from === '24:00')
    faults.push({ path: 'active_hours.from', message: 'Expected 00:00 to 23:59.', of: ['active_hours'] })
  if (active_since !== null && active_until !== null && active_until <= active_since) {
    const message = 'Expected a time after active_since.'
    faults.push({ path: 'active_until', message, of: ['active_since', 'active_until'] })
  }
  return faults
}
