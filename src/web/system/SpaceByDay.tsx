import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { StoredDay } from '../../schema/store/stored-space.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { byteText } from '../files/byte-text.ts'
import { useHasPermission } from '../state/session.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { RetentionDialog } from './RetentionDialog.tsx'
import { useStoredSpace } from './use-stored-space.ts'

const texts = systemTexts.space
/** Number of days listed at first, the newest ones. */
const maxListed = 7

/** Disk space used by events, by day, and the retention. */
export function SpaceByDay() {
  const [showsAll, setShowsAll] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const canChange = useHasPermission('manage_retention')
  const { data, error, refetch } = useStoredSpace(true)
  const days = data?.days.toReversed() ?? []
  const listed = showsAll ? days : days.slice(0, maxListed)
  const largest = Math.max(1, ...days.map(({ bytes }) => bytes))
  return (
    <section className="system-section" aria-labelledby="system-space">
      <div className="system-bar">
        <h2 id="system-space">{texts.heading}</h2>
        {data && (
          <span className="faint number">
            {texts.total(byteText(data.bytes), exactNumber(data.rows), days.length)}
          </span>
        )}
        <span className="grow" />
        {data && (
          <span className="faint">
            {texts.kept(
              data.retention.days,
              data.retention.bytes === 0 ? undefined : byteText(data.retention.bytes),
            )}
          </span>
        )}
        {canChange && (
          <Button className="small" onClick={() => setIsChanging(true)}>
            {systemTexts.retention.change}
          </Button>
        )}
      </div>
      {isChanging && <RetentionDialog onClose={() => setIsChanging(false)} />}
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data && days.length === 0 && <p className="soft">{texts.empty}</p>}
      {listed.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.day}</th>
              <th scope="col" className="end">
                {texts.columns.rows}
              </th>
              <th scope="col" className="end">
                {texts.columns.bytes}
              </th>
              <th scope="col">
                <span className="unseen">{texts.columns.share}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map(day => (
              <DayRow key={day.day} day={day} share={day.bytes / largest} />
            ))}
          </tbody>
        </table>
      )}
      {listed.length < days.length && (
        <Button className="small" onClick={() => setShowsAll(true)}>
          {texts.all(days.length)}
        </Button>
      )}
    </section>
  )
}

function DayRow({ day, share }: { day: StoredDay; share: number }) {
  return (
    <tr>
      <td className="cell-title number">
        {day.day}
        {day.holds > 0 && (
          <span className="badge notice">
            {day.held_by.length > 0 ? texts.heldBy(printable(day.held_by.join(', '))) : texts.held(day.holds)}
          </span>
        )}
        {day.is_announced && <span className="badge warning">{texts.announced}</span>}
      </td>
      <td className="end number" data-label={texts.columns.rows}>
        {exactNumber(day.rows)}
      </td>
      <td className="end number" data-label={texts.columns.bytes}>
        {byteText(day.bytes)}
      </td>
      <td className="system-share">
        <span className="system-meter" aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </td>
    </tr>
  )
}
