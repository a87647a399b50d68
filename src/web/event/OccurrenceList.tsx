import { elapsedText, lengthText, momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { errorText } from '../api/http/api-error.ts'
import { get } from '../api/http/request.ts'
import { useZone } from '../state/preferences.ts'
import { useFetch } from '../state/use-read.ts'
import { occurrenceTexts } from '../texts/search/event.ts'

const maxTimes = 500

/** The answer of the API. */
interface Occurrences {
  count: number
  /** Newest first, in Unix seconds; at most `maxTimes`. */
  timestamps: number[]
}

/** Occurrences of a deduplicated event, newest first. */
export function OccurrenceList({ event }: { event: EventRecord }) {
  const zone = useZone()
  const { data, error } = useFetch(
    `/api/events/${encodeURIComponent(event._id)}/timestamps?page_size=${maxTimes}`,
    get<Occurrences>,
  )
  if (error !== undefined) return <p className="soft">{errorText(error)}</p>
  if (!data) return <p className="faint">{occurrenceTexts.reading}</p>
  const times = data.timestamps
  return (
    <>
      <p className="soft occurrence-sum">
        {data.count === 1 ? occurrenceTexts.one : occurrenceTexts.many(data.count)}
        {data.count > 1 &&
          occurrenceTexts.within(lengthText(Math.max(1, event.last_occurrence - event.first_occurrence)))}
        {times.length < data.count && occurrenceTexts.shown(times.length)}
      </p>
      <ol className="occurrences number">
        {times.map((time, index) => {
          const previousTime = times[index + 1]
          return (
            // Two occurrences may share a microsecond, so the index is part of the key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={`${time}/${index}`}>
              {momentText(time, zone, true)}
              {previousTime !== undefined && (
                <span className="faint">{occurrenceTexts.gap(gapText(time - previousTime))}</span>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Time since the previous occurrence: 84 ms, 1.2 s, 5 min. */
function gapText(seconds: number): string {
  return seconds < 60 ? elapsedText(seconds * 1000) : lengthText(seconds)
}
