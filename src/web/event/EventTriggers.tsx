import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { FiredTrigger } from '../../schema/event/event-record.ts'
import { get, type ListPage } from '../api/http/request.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Link } from '../components/Link.tsx'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { firedTexts as texts } from '../texts/search/event.ts'
import { historyTexts } from '../texts/triggers/history.ts'

/** The triggers that fired for an event, and the results of their actions. */
export function EventTriggers({ eventId }: { eventId: string }) {
  const zone = useZone()
  const canUseTriggers = useHasPermission('triggers')
  const reading = useRead(['events', eventId, 'triggers'], signal =>
    get<ListPage<FiredTrigger>>(`/api/events/${encodeURIComponent(eventId)}/triggers`, signal),
  )
  const { data, error } = reading
  if (!data && error) return <ReadError of={reading} title={texts.failed} />
  if (!data) return <p className="faint">{texts.reading}</p>
  if (data.objects.length === 0) return <p className="soft">{texts.none}</p>
  return (
    <ul className="fired">
      {data.objects.map(({ trigger, fired_at, actions }, index) => (
        // A trigger may fire for an event more than once.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <p className="fired-head">
            {canUseTriggers ? (
              <Link href={`/triggers/${trigger.id}`}>{printable(trigger.name)}</Link>
            ) : (
              <b>{printable(trigger.name)}</b>
            )}
            <span className="faint number">{momentText(fired_at, zone)}</span>
          </p>
          <ul>
            {actions.map((action, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two actions may be equal in every member
              <li key={at} className="fired-action wrap-row">
                <span>{nameOf(historyTexts.kinds, action.kind)}</span>
                <span className={`badge ${nameOf(badgeClasses, action.status, '')}`}>
                  {nameOf(historyTexts.statuses, action.status)}
                </span>
                {action.detail !== '' && <span className="soft">{printable(action.detail)}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** CSS classes of badges by the status of an action. */
const badgeClasses: Readonly<Record<string, string>> = {
  pending: 'notice',
  running: 'notice',
  done: 'success',
  failed: 'error',
  dead: 'error',
}

/** The text of a name. For a name without a text, `unknown`: by default the name itself. */
function nameOf(names: Readonly<Record<string, string>>, name: string, unknown = name): string {
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? unknown
}
