import type { RunKind, RunStatus } from '../../../schema/triggers/action-run.ts'
import type { IconName } from '../../components/Icon.tsx'
import { actionIcons } from '../list/ActionIcons.tsx'

const tones: Record<RunStatus, string> = {
  pending: 'notice',
  running: 'notice',
  done: 'info',
  failed: 'error',
  dead: 'error',
  suppressed: '',
}

/** The class of the badge of a status. */
export function runTone(status: RunStatus): string {
  return tones[status]
}

export function runIcon(kind: RunKind): IconName {
  return kind === 'escalation' ? 'up' : actionIcons[kind]
}
