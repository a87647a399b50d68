import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { StoredDay } from '../../schema/store/stored-space.ts'
import { Button } from '../components/Button.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import type { Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { byteText } from '../files/byte-text.ts'
import { useHasPermission } from '../state/session.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { RetentionDialog } from './RetentionDialog.tsx'
import { useStoredSpace } from './readings.ts'
import { ShortTable } from './ShortTable.tsx'

const texts = systemTexts.space
/** The newest days are listed, older ones after a click. */
const maxListed = 7

/**
 * The card with the disk space that events use, by day, and the retention. A day has a badge if a legal hold
 * keeps it, or if it is about to be dropped.
 */
export function SpaceByDay() {
  const [isChanging, setIsChanging] = useState(false)
  const canChange = useHasPermission('manage_retention')
  const reading = useStoredSpace()
  const { data } = reading
  const days = data?.days.toReversed() ?? []
  const largest = Math.max(1, ...days.map(({ bytes }) => bytes))
  const columns: Column<StoredDay>[] = [
    {
      heading: texts.columns.day,
      className: 'cell-title number',
      cell: ({ day, holds: holdCount, held_by: holdNames, is_announced: isAboutToBeDropped }) => (
        <>
          {day}
          {holdCount > 0 && (
            <span className="badge notice">
              {holdNames.length > 0 ? texts.heldBy(printable(holdNames.join(', '))) : texts.held(holdCount)}
            </span>
          )}
          {isAboutToBeDropped && <span className="badge warning">{texts.announced}</span>}
        </>
      ),
    },
    { heading: texts.columns.rows, className: 'end number', cell: ({ rows }) => exactNumber(rows) },
    { heading: texts.columns.bytes, className: 'end number', cell: ({ bytes }) => byteText(bytes) },
    {
      heading: texts.columns.share,
      isHeadingUnseen: true,
      className: 'system-share',
      cell: ({ bytes }) => (
        <span className="system-meter" aria-hidden="true">
          <span style={{ width: `${(bytes / largest) * 100}%` }} />
        </span>
      ),
    },
  ]
  return (
    <Section
      id="system-space"
      heading={texts.heading}
      bar={
        <>
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
        </>
      }
    >
      {isChanging && <RetentionDialog onClose={() => setIsChanging(false)} />}
      <ReadError of={reading} title={texts.failed} />
      {data && days.length === 0 && <p className="soft">{texts.empty}</p>}
      <ShortTable
        rows={days}
        columns={columns}
        keyOf={({ day }) => day}
        maxListed={maxListed}
        allText={texts.all}
      />
    </Section>
  )
}
