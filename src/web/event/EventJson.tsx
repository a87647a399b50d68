import { useMemo } from 'react'
import { printable } from '../../charts/printable.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { copyText } from '../components/toast.tsx'
import { eventsJson } from '../results/events/copy-events.ts'
import { truncateMessage } from '../results/values/truncate-message.ts'
import { rowTexts } from '../texts/search/results.ts'

/** UTF-16 units that are drawn; a copy has the whole text. */
const maxUnits = 60_000

/** An event as JSON of the API. */
export function EventJson({ event }: { event: EventRecord }) {
  const text = useMemo(() => eventsJson([event]), [event])
  const beginning = truncateMessage(text, maxUnits)
  return (
    <div className="drawer-json">
      <Button className="small" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> {rowTexts.copyJson}
      </Button>
      <pre className="mono">
        {printable(beginning ?? text, true)}
        {beginning !== undefined && rowTexts.cut}
      </pre>
    </div>
  )
}
