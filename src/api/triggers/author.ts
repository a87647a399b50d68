import type { FastifyRequest } from 'fastify'
import type { ActionMeans } from '../../alerts/triggers/action-faults.ts'
import { triggerFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import type { HistoryViewer } from '../../metadata/triggers/action-history.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import type { TriggerDraft, TriggerPatch } from '../../schema/triggers/trigger.ts'
import { callerOf } from '../auth/access.ts'

/** The caller of a request as a reader of triggers and their actions. */
export function triggerViewer(visibility: HostVisibility): (request: FastifyRequest) => HistoryViewer {
  return request => {
    const { user, permissions, hosts } = callerOf(request)
    return {
      userId: user.id,
      managesTriggers: permissions.has('manage_triggers'),
      seesHost: visibility.limitOf(hosts),
      coversHosts: patterns => visibility.covers(hosts, patterns),
    }
  }
}

/** Throws validation or query_syntax for a trigger that cannot work as written. */
export async function checkDraft(draft: TriggerDraft, means: ActionMeans): Promise<void> {
  const faults = await triggerFaults(fullContent(draft), means)
  if (faults.length > 0) throw faultOf(faults)
}

/** As `checkDraft` for the changed trigger, but only for faults that involve a changed member. */
export async function checkPatch(
  before: TriggerDraft,
  patch: TriggerPatch,
  means: ActionMeans,
): Promise<void> {
  const faults = await triggerFaults(fullContent({ ...before, ...patch }), means)
  const changed = faults.filter(({ of }) => of.some(member => patch[member] !== undefined))
  if (changed.length > 0) throw faultOf(changed)
}
