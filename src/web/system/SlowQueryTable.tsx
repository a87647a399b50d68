import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import type { ListedSlowQuery } from '../api/system.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import type { Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { slowQueryLine } from './query-line.ts'
import { useSlowQueries } from './readings.ts'
import { ShortTable } from './ShortTable.tsx'

const texts = systemTexts.slow
/** Number of queries listed at first, the newest ones. */
const maxListed = 10

/** Queries that took longer than the configured limit. */
export function SlowQueryTable() {
  const reading = useSlowQueries()
  const { data } = reading
  const now = useNow(5)
  const columns: Column<ListedSlowQuery>[] = [
    {
      heading: texts.columns.what,
      className: 'cell-title',
      cell: query => {
        const line = printable(slowQueryLine(query))
        return (
          <>
            <strong>{query.type}</strong>
            {query.outcome !== 'answered' && (
              <span className="badge warning">{query.code ?? texts.stopped}</span>
            )}
            <span className="faint system-query one-line" title={line}>
              {line}
            </span>
          </>
        )
      },
    },
    { heading: texts.columns.who, cell: ({ user }) => printable(user ?? systemTexts.queries.deleted) },
    {
      heading: texts.columns.duration,
      className: 'end number',
      cell: ({ duration }) => texts.seconds((duration / 1_000).toFixed(1)),
    },
    {
      heading: texts.columns.from,
      cell: ({ read_from: sources, statements }) => (
        <>
          {sources.map(source => texts.sources[source]).join(', ')}
          {statements > 0 && <span className="faint number"> {texts.statements(statements)}</span>}
        </>
      ),
    },
    {
      heading: texts.columns.rows,
      className: 'end number',
      cell: ({ rows_read: rows }) =>
        rows === null ? <span className="faint">{texts.unknown}</span> : exactNumber(rows),
    },
    { heading: texts.columns.when, className: 'number', cell: query => agoText(query.ended_at, now) },
  ]
  return (
    <Section
      id="system-slow"
      heading={texts.heading}
      bar={data ? <span className="faint number">{texts.above(data.threshold)}</span> : null}
    >
      <ReadError of={reading} title={texts.failed} />
      {data?.list.length === 0 && <p className="soft">{data.threshold === 0 ? texts.off : texts.empty}</p>}
      <ShortTable
        rows={data?.list ?? []}
        columns={columns}
        keyOf={query => `${query.ended_at} ${query.query_id} ${query.duration}`}
        maxListed={maxListed}
        allText={texts.all}
      />
    </Section>
  )
}
