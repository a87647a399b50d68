import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { followLink } from '../state/location.ts'
import { useHasPermission } from '../state/session.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import type { NotificationsState } from './notifications-address.ts'

interface Props {
  state: NotificationsState
  /** There are notifications that are not shown. */
  hasAny: boolean
  onChange: (change: Partial<NotificationsState>) => void
}

/** Why the inbox shows nothing. */
export function EmptyInbox({ state, hasAny, onChange }: Props) {
  const canUseTriggers = useHasPermission('triggers')
  const showAll = (
    <div className="actions">
      <Button onClick={() => onChange({ show: 'all', text: '', trigger: undefined, page: 1 })}>
        {texts.showAll}
      </Button>
    </div>
  )
  if (!hasAny)
    return (
      <Notice title={texts.noneTitle}>
        {texts.none}
        {canUseTriggers && (
          <div className="actions">
            <a className="button" href="/triggers" onClick={followLink}>
              {texts.triggers}
            </a>
          </div>
        )}
      </Notice>
    )
  if (state.text !== '' || state.trigger !== undefined)
    return (
      <Notice title={texts.noMatchTitle}>
        {texts.noMatch}
        {showAll}
      </Notice>
    )
  return (
    <Notice title={texts.emptyTitle}>
      {texts.empty}
      {showAll}
    </Notice>
  )
}
