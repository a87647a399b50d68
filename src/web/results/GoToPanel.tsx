import { type FormEvent, useEffect, useRef, useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import { parseMoment } from '../../time/parse-moment.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { completeAnswer } from '../live/complete-answer.ts'
import { queryApi } from '../live/query-api.ts'
import type { WatchedQuery } from '../live/use-live-query.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { realClock } from '../state/clock.ts'
import { useZone } from '../state/preferences.ts'
import { goToTexts, resultTexts } from '../texts/search/results.ts'
import { maxRows } from './events/page-range.ts'
import type { Rows } from './events/use-rows.ts'

/** The list of a search, and what goes to a row of it. */
export interface GoToProps {
  search: WatchedQuery<'Search'>
  rows: Rows
  /** Index of the current row. */
  position: number
  control: SearchControl
  onGoTo: (index: number, align: 'start') => void
}

/** The forms for a time and for a row number. */
export function GoToPanel({ search, rows, position, control, onGoTo }: GoToProps) {
  const zone = useZone()
  const field = control.state.sort.replace(/^-/, '')
  const isByTime = field !== 'counter'
  const currentRow = rows.at(position)
  const currentMoment =
    field === 'first_occurrence' ? currentRow?.first_occurrence : currentRow?.last_occurrence
  const [time, setTime] = useState(currentMoment === undefined ? '' : momentText(currentMoment, zone))
  const [row, setRow] = useState('')
  const [timeFault, setTimeFault] = useState<string>()
  const [rowFault, setRowFault] = useState<string>()

  /**
   * Number of the latest count of rows. Earlier counts are ignored, and all of them once the panel is closed.
   */
  const latestCount = useRef(0)
  useEffect(
    () => () => {
      latestCount.current += 1
    },
    [],
  )

  const goToTime = async (event: FormEvent) => {
    event.preventDefault()
    latestCount.current += 1
    const thisCount = latestCount.current
    const now = Date.now() / 1000
    const moment = parseMoment(time.trim().toLowerCase(), currentMoment ?? now, zone, now)
    const { request, answer } = search
    if (!moment) return setTimeFault(goToTexts.unreadable)
    if (!request || !answer?.results.totals || rows.count === 0) return setTimeFault(goToTexts.noResults)
    // The index of the first row at the moment is the number of rows that are listed before it: the service
    // counts these.
    const op = control.state.sort.startsWith('-') ? 'gt' : 'lt'
    const { ts_from, ts_to } = answer.results.totals
    const { timezone } = request.params.time_range ?? {}
    const listedBefore: Condition = { field, op, value: moment.at }
    try {
      const counted = await completeAnswer(queryApi, realClock, {
        type: 'Search',
        params: {
          ...request.params,
          time_range: { ts_from, ts_to, ...(timezone && { timezone }) },
          filter: [...(request.params.filter ?? []), listedBefore],
          page_size: 1,
        },
      })
      if (latestCount.current !== thisCount) return
      onGoTo(Math.min(rows.count - 1, counted.results.totals?.count ?? 0), 'start')
    } catch (error) {
      if (latestCount.current === thisCount) setTimeFault(errorText(error))
    }
  }
  const goToRow = (event: FormEvent) => {
    event.preventDefault()
    // People may type digit separators: 1,000.
    const number = Number(row.replace(/[\s,.]/g, ''))
    if (!Number.isInteger(number) || number < 1 || number > rows.count)
      return setRowFault(goToTexts.noRow(rows.count))
    onGoTo(number - 1, 'start')
  }
  return (
    <div className="go-to">
      {isByTime ? (
        <form onSubmit={goToTime}>
          <TextField
            label={goToTexts.time}
            hint={goToTexts.timeHint}
            fault={timeFault}
            value={time}
            onChange={text => {
              setTime(text)
              setTimeFault(undefined)
            }}
          />
          <Button type="submit">{goToTexts.go}</Button>
        </form>
      ) : (
        <p className="soft">{goToTexts.onlyByTime}</p>
      )}
      <form onSubmit={goToRow}>
        <TextField
          label={goToTexts.row}
          fault={rowFault}
          value={row}
          onChange={text => {
            setRow(text)
            setRowFault(undefined)
          }}
        />
        <Button type="submit">{goToTexts.go}</Button>
      </form>
      {rows.total > rows.count && <p className="soft">{resultTexts.tooMany(maxRows)}</p>}
    </div>
  )
}
