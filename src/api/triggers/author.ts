import type { FastifyRequest } from 'fastify'
import type { ActionMeans } from '../../alerts/triggers/action-faults.ts'
import { triggerFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import type { TriggerViewer } from '../../metadata/triggers/rows.ts'
import type { TriggerDraft, TriggerPatch } from '../../schema/trigger.ts'
import { callerOf } from '../auth/access.ts'

/** The caller as a reader of triggers. */
export function viewerOf(request: FastifyRequest): TriggerViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesTriggers: permissions.has('manage_triggers') }
}

/** Throws validation or query_syntax for a trigger that could not do what it says. */
export async function checkDraft(draft: TriggerDraft, means: ActionMeans): Promise<void> {
  const faults = await triggerFaults(fullContent(draft), means)
  if (faults.length > 0) throw faultOf(faults)
}

/** As `checkDraft` of the changed trigger, for faults that the change is part of. */
export async function checkPatch(
  before: TriggerDraft,
  patch: TriggerPatch,
  means: ActionMeans,
): Promise<void> {
  const faults = await triggerFaults(fullContent({ ...before, ...patch }), means)
  const own = faults.filter(({ of }) => of.some(member => patch[member] !== undefined))
  if (own.length > 0) throw faultOf(own)
}
