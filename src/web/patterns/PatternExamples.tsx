import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { PatternValue } from '../../schema/query/patterns.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { copyText } from '../components/toast.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { examplesRequest } from './patterns-request.ts'

interface Props {
  value: PatternValue
  control: SearchControl
  onSearch: () => void
}

/** The newest messages of a pattern, with the values of its placeholders. */
export function PatternExamples({ value, control, onSearch }: Props) {
  const zone = useZone()
  const { pattern, example, first_seen: first, last_seen: last } = value
  const query = useLiveQuery(examplesRequest(control.state, zone, pattern), false)
  const events = query.answer?.results.events?.objects
  return (
    <>
      {first !== undefined && last !== undefined && (
        <p className="faint">{patternTexts.seen(momentText(first, zone), momentText(last, zone))}</p>
      )}
      {events ? (
        <ul>
          {events.map(event => (
            <li key={event._id}>
              <time className="number faint">{momentText(event.last_occurrence, zone)}</time>
              <span className="soft">{printable(event.host)}</span>
              <span className="patterns-message">{printable(event.message, true)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {example !== undefined && <p className="patterns-message">{printable(example, true)}</p>}
          <p className="faint" role="status">
            {query.error === undefined ? patternTexts.loadingExamples : errorText(query.error)}
          </p>
        </>
      )}
      <p className="patterns-buttons">
        <Button className="small" onClick={onSearch}>
          <Icon name="search" size={13} /> {patternTexts.all}
        </Button>
        <Button className="quiet small" onClick={() => void copyText(pattern)}>
          <Icon name="copy" size={13} /> {patternTexts.copy}
        </Button>
      </p>
    </>
  )
}
