import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../schema/fault.ts'
import type { TriggerExport } from '../../schema/triggers/trigger.ts'
import { fullContent } from './content.ts'

/**
 * Applies a change by a viewer who may only enable or disable the trigger: returns `whole` with its new
 * `is_active`. `forms`: the contents that the viewer may have read, with and without secrets. Throws
 * permission_denied if the change does anything else.
 */
export function applySwitch(
  whole: TriggerExport,
  forms: readonly TriggerExport[],
  apply: (before: TriggerExport) => TriggerExport,
): TriggerExport {
  for (const form of forms) {
    const switchedContent = fullContent(apply(form))
    const { is_active } = switchedContent
    if (isDeepStrictEqual({ ...fullContent(form), is_active }, switchedContent))
      return { ...whole, is_active }
  }
  throw new Fault('permission_denied', {
    detail:
      'A trigger finds events of all hosts of its owner: who sees some hosts only may switch triggers of other users on and off, and change nothing else.',
  })
}
