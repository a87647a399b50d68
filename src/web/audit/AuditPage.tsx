import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { type AuditEntry, auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { auditExportUrl, readAudit } from '../api/audit.ts'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import type { Column } from '../components/lists/Table.tsx'
import { Notice } from '../components/Notice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useAddress } from '../state/use-address.ts'
import { useRead } from '../state/use-read.ts'
import { pageNames } from '../texts/pages.ts'
import { auditTexts as texts } from '../texts/settings/audit.ts'
import { type AuditState, auditAddress, auditPage, auditRanges } from './audit-address.ts'
import { changeLines } from './change-lines.ts'
import '../styles/people.css'

const daySeconds = 86_400

/** Page of the audit log, with filters and export. */
export function AuditPage() {
  const [state, change] = useAddress(auditPage)
  usePageTitle(pageNames.audit)
  const { page, days, ...filter } = state
  // Rounded to the minute, so that the links of the exports do not change with every render.
  const minute = Math.floor(Date.now() / 60_000) * 60
  const query = { ...filter, since: days === undefined ? undefined : minute - days * daySeconds }
  const entries = useRead(['audit', state], signal => readAudit(query, page, signal))
  const columns = useAuditColumns(state)
  const hasFilter = days !== undefined || Object.values(filter).some(value => value !== undefined)

  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.audit}</h1>
        <span className="grow" />
        {(['csv', 'json'] as const).map(format => (
          <a
            key={format}
            className="button"
            href={auditExportUrl(query, format)}
            download={`audit.${format}`}
          >
            {texts.export(format)}
          </a>
        ))}
      </header>
      <p className="people-intro">{texts.intro}</p>
      <PagedTable
        list={entries}
        columns={columns}
        page={page}
        onPage={page => change({ page })}
        errorTitle={texts.failed}
        filter={
          <>
            <FilterSelect
              label={texts.filters.action}
              anyLabel={texts.anyAction}
              value={state.action}
              options={auditActions}
              textOf={word => texts.actions[word]}
              onChange={action => change({ action })}
            />
            <FilterSelect
              label={texts.filters.object}
              anyLabel={texts.anyObject}
              value={state.object}
              options={auditObjects}
              textOf={word => texts.objects[word]}
              onChange={object => change({ object })}
            />
            <FilterSelect
              label={texts.filters.result}
              anyLabel={texts.anyResult}
              value={state.result}
              options={auditResults}
              textOf={word => texts.results[word]}
              onChange={result => change({ result })}
            />
            <FilterSelect
              label={texts.filters.range}
              anyLabel={texts.anyTime}
              // Narrows the type.
              value={auditRanges.find(range => range === days)}
              options={auditRanges}
              textOf={texts.lastDays}
              onChange={days => change({ days })}
            />
            {state.user !== undefined && (
              <a
                className="button small"
                href={auditAddress({ ...state, user: undefined, page: 1 })}
                onClick={followLink}
              >
                {texts.everyone}
              </a>
            )}
          </>
        }
        empty={<Notice title={hasFilter ? texts.emptyOfFilter : texts.empty} />}
      />
    </main>
  )
}

/** Columns of the audit log. Clicking a user name filters by that user. */
function useAuditColumns(state: AuditState): Column<AuditEntry>[] {
  const zone = useZone()
  return [
    {
      heading: texts.columns.at,
      className: 'number',
      cell: ({ last_at: lastAt, count }) => (
        <>
          {momentText(lastAt, zone).slice(0, 19)}
          {count > 1 && <span className="faint"> {texts.times(count)}</span>}
        </>
      ),
    },
    { heading: texts.columns.who, cell: entry => <Who entry={entry} state={state} /> },
    {
      heading: texts.columns.what,
      cell: ({ action, result }) => (
        <>
          {texts.actions[action]}
          {result !== 'ok' && <span className="badge notice"> {texts.results[result]}</span>}
        </>
      ),
    },
    {
      heading: texts.columns.object,
      cell: ({ object, object_id: id, title }) => (
        <>
          {texts.objects[object]} {title === '' ? (id ?? '') : <strong>{printable(title)}</strong>}
        </>
      ),
    },
    {
      heading: texts.columns.changes,
      className: 'people-wrap',
      cell: ({ changes }) => <span className="soft">{printable(changeLines(changes).join('; '))}</span>,
    },
    {
      heading: texts.columns.from,
      cell: ({ address, credential }) =>
        credential === 'command_line'
          ? texts.commandLine
          : credential === 'service'
            ? texts.service
            : address,
    },
  ]
}

function Who({ entry: { user_id: id, username }, state }: { entry: AuditEntry; state: AuditState }) {
  const name = printable(username)
  if (id === null) return <span className="soft">{username === '' ? texts.nobody : name}</span>
  if (id === state.user) return name
  return (
    <a href={auditAddress({ ...state, user: id, page: 1 })} onClick={followLink} title={texts.onlyOf(name)}>
      {name}
    </a>
  )
}
