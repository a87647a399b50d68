import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { clockText, lengthText } from '../../charts/time-text.ts'
import type { Pill } from '../../filter/typed/pill.ts'
import { readHosts } from '../api/ingest.ts'
import { Announcement } from '../components/Announcement.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { useHeld } from '../live/use-held.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { sendTexts } from '../texts/settings/send.ts'
import { arrivalsSince } from './arrivals.ts'

const maxShownEvents = 3

const texts = sendTexts.arrival
const pollMs = 2_000
const pageSize = 50

/**
 * Waits for the first event, from the host that the user names or from any new host, and shows a check mark
 * when it has been received.
 */
export function Arrival() {
  const zone = useZone()
  const [wanted, setWanted] = useState('')
  const { data, error } = useRead(
    ['ingest', 'hosts', 'arrival', wanted],
    signal => readHosts({ ordering: '-last_at', page_size: pageSize, search: wanted.trim() }, signal),
    { refetchInterval: pollMs },
  )
  // Read once for each visit of the page. Does not depend on the typed name, whose host may not exist yet.
  const start = useRead(['send', 'start'], readServiceTime, {
    retry: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // A sign-in on this page reads everything again; the first answer stays.
  const startedAt = useHeld(start.data, true) ?? Number.POSITIVE_INFINITY
  const { arrived, others } = arrivalsSince(data?.objects ?? [], startedAt, wanted)
  const name = arrived && printable(arrived.host)
  const waitingText = wanted.trim() === '' ? texts.waiting : texts.waitingFor(wanted.trim())
  const status = name === undefined ? waitingText : texts.arrived(name)
  return (
    <>
      <TextField
        label={texts.host}
        hint={texts.hostHint}
        value={wanted}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        onChange={setWanted}
      />
      <p className={arrived ? 'send-state gap-8 soft arrived' : 'send-state gap-8 soft'}>
        <Icon name={arrived ? 'check' : 'clock'} size={18} />
        <span>
          {status}
          {arrived && (
            <span className="faint number">
              {' '}
              {/* Of a host that sent before, the time of its first event since `startedAt` is unknown. */}
              {texts.at(clockText(Math.max(arrived.first_at, startedAt), zone))}
            </span>
          )}
        </span>
      </p>
      <Announcement text={status} />
      {error && !data && <p className="send-missing">{texts.failed}</p>}
      {arrived?.clock_delay != null && (
        <p className="send-missing">
          <Icon name="warning" size={14} />
          {texts.clock(lengthText(arrived.clock_delay))}
        </p>
      )}
      {arrived && (
        <>
          <LatestEvents host={arrived.host} />
          <Link className="button" href={searchAddress({ pills: [hostPill(arrived.host)] })}>
            <Icon name="search" size={14} />
            {texts.search}
          </Link>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>{texts.others}</h3>
          <ul>
            {others.map(({ host }) => (
              <li key={host} className="one-line">
                {printable(host)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/**
 * The service's time (Unix seconds), since the clock of the browser may be minutes off; 0 before the first
 * host.
 */
async function readServiceTime(signal: AbortSignal): Promise<number> {
  const [newest] = (await readHosts({ ordering: '-last_at', page_size: 1 }, signal)).objects
  return newest === undefined ? 0 : newest.last_at + newest.silent_seconds
}

function hostPill(host: string): Pill {
  return { field: 'host', op: 'eq', values: [host], off: false }
}

/** The newest events of a host, live. */
function LatestEvents({ host }: { host: string }) {
  const zone = useZone()
  const query = useLiveQuery(
    {
      type: 'Search',
      params: {
        time_range: { preset: 'last_1_hours' },
        filter: filterOf({ text: '', pills: [hostPill(host)] }),
        sort: ['-last_occurrence'],
        page_size: maxShownEvents,
      },
    },
    true,
  )
  const events = query.answer?.results.events?.objects ?? []
  return (
    <ol className="send-events">
      {events.map(event => (
        <li key={event._id}>
          <span className="faint number">{clockText(event.last_occurrence, zone)}</span>{' '}
          <strong>{printable(event.program)}</strong>{' '}
          <span className="mono">{printable(event.message.slice(0, 400))}</span>
        </li>
      ))}
    </ol>
  )
}
