import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { type AuditEntry, auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { auditExportUrl, readAudit } from '../api/audit.ts'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { Link } from '../components/Link.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import type { Column } from '../components/lists/Table.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { useZone } from '../state/preferences.ts'
import { useAddress } from '../state/use-address.ts'
import { useRead } from '../state/use-read.ts'
import { pageNames } from '../texts/pages.ts'
import { auditTexts as texts } from '../texts/settings/audit.ts'
import { type AuditState, auditAddress, auditPage, auditRanges } from './audit-address.ts'
import { changeLines } from './change-lines.ts'
import '../styles/people.css'

/** The page of the audit log, with filters and downloads. */
export function AuditPage() {
  const [state, setState] = useAddress(auditPage)
  usePageTitle(pageNames.audit)
  const { page, days, ...filter } = state
  // Rounded to the minute, so that the links to the files do not change at each rendering.
  const minute = Math.floor(Date.now() / 60_000) * 60
  const filterParams = { ...filter, since: days === undefined ? undefined : minute - days * daySeconds }
  const entries = useRead(['audit', state], signal => readAudit(filterParams, page, signal))
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
            href={auditExportUrl(filterParams, format)}
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
        onPage={page => setState({ page })}
        errorTitle={texts.failed}
        filter={
          <>
            <FilterSelect
              label={texts.filters.action}
              emptyLabel={texts.anyAction}
              value={state.action}
              options={auditActions}
              labelOf={word => texts.actions[word]}
              onChange={action => setState({ action })}
            />
            <FilterSelect
              label={texts.filters.object}
              emptyLabel={texts.anyObject}
              value={state.object}
              options={auditObjects}
              labelOf={word => texts.objects[word]}
              onChange={object => setState({ object })}
            />
            <FilterSelect
              label={texts.filters.result}
              emptyLabel={texts.anyResult}
              value={state.result}
              options={auditResults}
              labelOf={word => texts.results[word]}
              onChange={result => setState({ result })}
            />
            <FilterSelect
              label={texts.filters.range}
              emptyLabel={texts.anyTime}
              value={days}
              options={auditRanges}
              labelOf={texts.lastDays}
              onChange={days => setState({ days })}
            />
            {state.user !== undefined && (
              <Link className="button small" href={auditAddress({ ...state, user: undefined, page: 1 })}>
                {texts.everyone}
              </Link>
            )}
          </>
        }
        empty={
          <EmptyList
            title={hasFilter ? texts.emptyFiltered : texts.empty}
            text={hasFilter ? undefined : texts.emptyHint}
            action={
              hasFilter && (
                <Link className="button" href={auditAddress({})}>
                  {texts.showAll}
                </Link>
              )
            }
          />
        }
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
          {momentText(lastAt, zone)}
          {count > 1 && <span className="faint"> {texts.repeated(count)}</span>}
        </>
      ),
    },
    { heading: texts.columns.who, cell: entry => <UserCell entry={entry} state={state} /> },
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
      heading: texts.columns.address,
      cell: ({ address, credential }) => {
        if (credential === 'command_line') return texts.commandLine
        return credential === 'service' ? texts.service : address
      },
    },
  ]
}

function UserCell({ entry: { user_id: id, username }, state }: { entry: AuditEntry; state: AuditState }) {
  const name = printable(username)
  if (id === null) return <span className="soft">{username === '' ? texts.unknownUser : name}</span>
  if (id === state.user) return name
  return (
    <Link href={auditAddress({ ...state, user: id, page: 1 })} title={texts.onlyUser(name)}>
      {name}
    </Link>
  )
}
