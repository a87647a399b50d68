import { exactNumber, rateNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, lengthText, momentText } from '../../charts/time-text.ts'
import type { Forwarder, ForwarderState, ForwarderStatus } from '../../schema/forwarding/forwarder.ts'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { forwarderTexts as texts } from '../texts/settings/forwarders.ts'
import { destinationText } from './destination-text.ts'
import { ForwarderMenu } from './ForwarderMenu.tsx'

const { columns: headings } = texts
/** The class that colours each state. */
const tones: Readonly<Record<ForwarderState, string>> = {
  sending: 'success',
  behind: 'warning',
  retrying: 'error',
  paused: '',
  starting: 'notice',
}

/** Columns of the list of forwarders. */
export function useForwarderColumns(onEdit: (forwarder: Forwarder) => void): Column<Forwarder>[] {
  const zone = useZone()
  const now = useNow(5)
  return [
    {
      heading: headings.name,
      className: 'cell-title',
      cell: forwarder => (
        <>
          <button type="button" className="title-button" onClick={() => onEdit(forwarder)}>
            {printable(forwarder.name)}
          </button>
          <span className="faint forwarder-destination">{printable(destinationText(forwarder))}</span>
        </>
      ),
    },
    {
      heading: headings.state,
      cell: ({ status: { state, retry_at } }) => (
        <>
          <span className={`forwarder-state ${tones[state]}`}>{texts.states[state]}</span>
          {retry_at !== null && retry_at > now && (
            <Note>{texts.retriesIn(lengthText(Math.ceil(retry_at - now)))}</Note>
          )}
        </>
      ),
    },
    { heading: headings.rate, className: 'end number', cell: ({ status }) => rateNumber(status.rate) },
    {
      heading: headings.sent,
      className: 'end number',
      cell: ({ status }) => (
        <>
          {exactNumber(status.sent)}
          {notSent(status).map(text => (
            <Note key={text}>{text}</Note>
          ))}
        </>
      ),
    },
    {
      heading: headings.waiting,
      className: 'end number',
      cell: ({ status: { waiting, oldest_waiting: oldest } }) => (
        <>
          {exactNumber(waiting)}
          {waiting > 0 && oldest !== null && <Note>{texts.oldest(agoText(oldest, now))}</Note>}
        </>
      ),
    },
    {
      heading: headings.error,
      className: 'forwarder-error',
      cell: ({ status: { error, error_at } }) =>
        error === null ? (
          <span className="faint">{texts.noError}</span>
        ) : (
          <>
            <span className="error-line">{printable(error)}</span>
            {error_at !== null && <Note title={momentText(error_at, zone)}>{agoText(error_at, now)}</Note>}
          </>
        ),
    },
    {
      heading: headings.actions,
      className: actionsColumn,
      cell: forwarder => <ForwarderMenu forwarder={forwarder} onEdit={() => onEdit(forwarder)} />,
    },
  ]
}

/** A small text below a value. */
function Note({ title, children }: { title?: string; children: string }) {
  return (
    <span className="faint forwarder-note" title={title}>
      {children}
    </span>
  )
}

/** Counts of events that were not or will not be sent, in words. */
function notSent({ dropped, refused, skipped, expired }: ForwarderStatus): string[] {
  return [
    ...(refused > 0 ? [texts.refused(refused)] : []),
    ...(skipped > 0 ? [texts.skipped(skipped)] : []),
    ...(expired > 0 ? [texts.expired(expired)] : []),
    ...(dropped > 0 ? [texts.dropped(dropped)] : []),
  ]
}
