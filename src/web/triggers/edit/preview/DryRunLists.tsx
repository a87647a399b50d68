import { exactNumber, shortNumber } from '../../../../charts/number-text.ts'
import { printable } from '../../../../charts/printable.ts'
import { momentText } from '../../../../charts/time-text.ts'
import type { TriggerDryRun } from '../../../../schema/triggers/trigger-dry-run.ts'
import { Icon } from '../../../components/Icon.tsx'
import { SeverityBadge } from '../../../components/SeverityBadge.tsx'
import { truncateMessage } from '../../../results/values/truncate-message.ts'
import { useZone } from '../../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../../texts/triggers/triggers.ts'
import { actionIcons } from '../../list/ActionIcons.tsx'

const maxUnits = 240
const maxShown = 5

/** The number of mails, webhooks and so on that would have been sent, after rate limits. */
export function DryRunActions({ run: { actions } }: { run: TriggerDryRun }) {
  if (actions.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle">{texts.previewActions}</h3>
      <ul className="trigger-tally">
        {actions.map(({ kind, count }) => (
          <li key={kind} title={exactNumber(count)}>
            <Icon name={actionIcons[kind]} size={13} />
            {texts.previewAction(triggerTexts.actionNames[kind], `×${shortNumber(count)}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** When a condition would have come true, and for which value. */
export function DryRunFirings({ run: { firings } }: { run: TriggerDryRun }) {
  const zone = useZone()
  if (firings.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle">{texts.previewLastFirings}</h3>
      <ul className="trigger-firings">
        {firings.slice(0, maxShown).map(({ at, key, value, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal in every member
          <li key={index}>
            <time className="number faint">{momentText(at, zone)}</time>
            {key !== '' && <b>{printable(key)}</b>}
            {value !== '' && value !== key && <span>{printable(value)}</span>}
            {count > 0 && <span className="faint">{texts.previewFiring(count, exactNumber(count))}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Hosts with the most matches. */
export function DryRunHosts({ run: { top_hosts } }: { run: TriggerDryRun }) {
  if (top_hosts.length < 2) return null
  return (
    <>
      <h3 className="trigger-subtitle">{texts.previewTop}</h3>
      <ul className="trigger-tally">
        {top_hosts.slice(0, maxShown).map(({ host, count }) => (
          <li key={host} title={exactNumber(count)}>
            {printable(host)} <span className="number faint">{shortNumber(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The newest events that match. */
export function DryRunEvents({ run: { samples } }: { run: TriggerDryRun }) {
  const zone = useZone()
  if (samples.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle">{texts.previewLatest}</h3>
      <ul className="trigger-latest">
        {samples.slice(0, maxShown).map(event => (
          <li key={event._id}>
            <div className="trigger-latest-head">
              <SeverityBadge severity={event.severity} />
              <span className="number faint">{momentText(event.last_occurrence, zone)}</span>
              <b>{printable(event.host)}</b>
            </div>
            <p className="mono">{printable(truncateMessage(event.message, maxUnits) ?? event.message)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
