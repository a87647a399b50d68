import type { ActionKind } from '../../../schema/triggers/action-kinds.ts'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

/** The icon of each kind of action. */
export const actionIcons: Record<ActionKind, IconName> = {
  notification: 'bell',
  email: 'mail',
  webhook: 'webhook',
  status: 'flag',
  note: 'note',
  task: 'check',
  script: 'terminal',
  snmp: 'trap',
}

/** Actions as icons with their names. */
export function ActionIcons({ kinds }: { kinds: readonly ActionKind[] }) {
  if (kinds.length === 0) return <span className="faint">{triggerTexts.noActions}</span>
  return (
    <ul className="trigger-icons gap-8 soft">
      {kinds.map(kind => (
        <li key={kind} title={triggerTexts.actionNames[kind]}>
          <Icon name={actionIcons[kind]} size={15} />
          <span className="unseen">{triggerTexts.actionNames[kind]}</span>
        </li>
      ))}
    </ul>
  )
}
