import { useQuery } from '@tanstack/react-query'
import { auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { auditFile, readAudit } from '../api/audit.ts'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { Notice } from '../components/Notice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { fetchedOf } from '../state/fetched-of.ts'
import { followLink } from '../state/location.ts'
import { useAddress } from '../state/use-address.ts'
import { pageNames } from '../texts/pages.ts'
import { auditTexts as texts } from '../texts/settings/audit.ts'
import { auditAddress, auditPage, auditRanges } from './audit-address.ts'
import { useAuditColumns } from './audit-columns.tsx'
import '../styles/people.css'

const daySeconds = 86_400

/** Audit log: users, actions and objects. */
export function AuditPage() {
  const [state, change] = useAddress(auditPage)
  usePageTitle(pageNames.audit)
  const { page, days, ...filter } = state
  // Rounded to the minute, so that rendering again does not send another request.
  const minute = Math.floor(Date.now() / 60_000) * 60
  const asked = { ...filter, since: days === undefined ? undefined : minute - days * daySeconds }
  const entries = useQuery({
    queryKey: ['audit', state],
    queryFn: ({ signal }) => readAudit(asked, page, signal),
  })
  const columns = useAuditColumns(state)
  const hasFilter = days !== undefined || Object.values(filter).some(one => one !== undefined)

  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.audit}</h1>
        <span className="grow" />
        {(['csv', 'json'] as const).map(format => (
          <a key={format} className="button" href={auditFile(asked, format)} download={`audit.${format}`}>
            {texts.export(format)}
          </a>
        ))}
      </header>
      <p className="people-intro">{texts.intro}</p>
      <PagedTable
        list={fetchedOf(entries)}
        columns={columns}
        page={page}
        onPage={page => change({ page })}
        errorTitle={texts.failed}
        filter={
          <>
            <FilterSelect
              label={texts.filters.action}
              none={texts.anyAction}
              value={state.action}
              words={auditActions}
              textOf={word => texts.actions[word]}
              onChange={action => change({ action })}
            />
            <FilterSelect
              label={texts.filters.object}
              none={texts.anyObject}
              value={state.object}
              words={auditObjects}
              textOf={word => texts.objects[word]}
              onChange={object => change({ object })}
            />
            <FilterSelect
              label={texts.filters.result}
              none={texts.anyResult}
              value={state.result}
              words={auditResults}
              textOf={word => texts.results[word]}
              onChange={result => change({ result })}
            />
            <FilterSelect
              label={texts.filters.range}
              none={texts.anyTime}
              value={auditRanges.find(one => one === days)}
              words={auditRanges}
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
