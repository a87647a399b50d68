import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../schema/fault.ts'
import type { TriggerExport } from '../../schema/triggers/trigger.ts'
import { fullContent } from './content.ts'

/**
 * The trigger enabled or disabled by a viewer who may change nothing else of it. `forms`: how the viewer may
 * have got it, whole or without secrets. Throws permission_denied for any other change.
 */
export function switched(
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
