import { ChangesTable } from './ChangesTable.tsx'
import type { ContentProps } from './content-props.ts'

/** Values whose share of the events moved, compared with another time range. */
export function ChangesContent({ answer, links }: ContentProps<'Changes'>) {
  const into = links.intoFilter
  return (
    <div className="widget-scroll">
      <ChangesTable values={answer.results.totals.values} onPick={into && (value => into(value.filter))} />
    </div>
  )
}
