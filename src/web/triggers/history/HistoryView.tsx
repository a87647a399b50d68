import { useState } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { momentText } from '../../../charts/time-text.ts'
import { type ActionRun, runKinds } from '../../../schema/triggers/action-run.ts'
import { readAction, readActions, retryActions } from '../../api/actions.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FilterSelect } from '../../components/forms/FilterSelect.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useKeys } from '../../components/keys/use-keys.ts'
import { Link } from '../../components/Link.tsx'
import { EmptyList } from '../../components/lists/EmptyList.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { useAction } from '../../components/use-action.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { useZone } from '../../state/preferences.ts'
import { useAddress } from '../../state/use-address.ts'
import { useRead } from '../../state/use-read.ts'
import { historyTexts as texts } from '../../texts/triggers/history.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'
import { TriggerFilters } from '../links/TriggerFilters.tsx'
import { TriggerTabs } from '../links/TriggerTabs.tsx'
import { historyAddress, historyPage, historyShows, statusesOf } from './history-address.ts'
import { runTones, useHistoryColumns } from './history-columns.tsx'
import './trigger-history.css'

const historyKey = 'actions'
const pageSize = 100
/** Interval of reading the list again: waiting actions run while the page is open. */
const refreshMs = 5_000

/** Actions of triggers that wait, run or have ended, with their results. */
export function HistoryView() {
  usePageTitle(texts.title)
  const [state, set] = useAddress(historyPage)
  const [opened, setOpened] = useState<ActionRun>()
  const { show, kind, text, trigger, page } = state
  const query = { statuses: statusesOf[show], kind, text, trigger, page, pageSize }
  const list = useRead([historyKey, 'list', query], signal => readActions(query, signal), {
    keepsPrevious: true,
    refetchInterval: refreshMs,
  })
  const { act, isPending } = useAction(historyKey)
  const retry = (runs: readonly ActionRun[]) =>
    act(
      () => retryActions(runs.map(({ id }) => id)),
      ({ retried }) => (retried === 1 ? texts.retried : texts.retriedAll(retried)),
    )
  useKeys({
    r: list.retry,
    '/': () => document.querySelector<HTMLElement>('.trigger-filters input')?.focus(),
  })
  const columns = useHistoryColumns(setOpened, isPending ? undefined : run => retry([run]))
  // While the list is of an earlier filter, its actions are not retried.
  const runs = (list.isStale ? undefined : list.data?.objects) ?? []
  const retryable = runs.filter(({ can_retry }) => can_retry)
  const isFiltered = show !== 'all' || kind !== undefined || text !== '' || trigger !== undefined

  return (
    <>
      <header className="page-bar">
        <h1>{triggerTexts.title}</h1>
        <TriggerTabs view="history" />
        <span className="grow" />
        {retryable.length > 0 && show === 'wrong' && (
          <Button disabled={isPending} onClick={() => retry(retryable)}>
            <Icon name="refresh" size={14} /> {texts.retryAll(retryable.length)}
          </Button>
        )}
      </header>
      <TriggerFilters
        texts={texts}
        shows={historyShows}
        state={state}
        addressOf={show => historyAddress({ ...state, show, page: 1 })}
        onText={text => set({ text }, true)}
      >
        <FilterSelect
          label={texts.kindLabel}
          emptyLabel={texts.anyKind}
          value={kind}
          options={runKinds}
          labelOf={kind => texts.kinds[kind]}
          onChange={kind => set({ kind })}
        />
      </TriggerFilters>
      {trigger !== undefined && (
        <p className="history-only row gap-10 soft">
          {runs[0] ? texts.ofTrigger(printable(runs[0].trigger_name)) : texts.ofSomeTrigger}
          <Link className="button small" href={historyAddress({ ...state, trigger: undefined, page: 1 })}>
            {texts.ofAll}
          </Link>
        </p>
      )}
      <PagedTable
        list={list}
        columns={columns}
        page={list.data?.page_number ?? page}
        onPage={page => set({ page })}
        errorTitle={texts.failed}
        empty={
          isFiltered ? (
            <EmptyList
              title={texts.noMatchTitle}
              action={
                <Link className="button" href={historyAddress({})}>
                  {texts.showAll}
                </Link>
              }
            />
          ) : (
            <EmptyList
              title={texts.emptyTitle}
              text={texts.empty}
              action={
                <Link className="button" href="/triggers">
                  {texts.triggers}
                </Link>
              }
            />
          )
        }
        foot={list.data && texts.count(list.data.item_count, exactNumber(list.data.item_count))}
      />
      {opened && <RunDialog run={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Everything known about one action: its result, and its response or output. */
function RunDialog({ run: listed, onClose }: { run: ActionRun; onClose: () => void }) {
  const zone = useZone()
  // The key contains attempt and status, so that the dialog reads the result of a later attempt.
  const { data, error } = useRead([historyKey, 'one', listed.id, listed.tries, listed.status], signal =>
    readAction(listed.id, signal),
  )
  const run = data ?? listed
  const facts: [string, string][] = [
    [texts.created, momentText(run.created_at, zone)],
    [texts.finished, run.finished_at === null ? '' : momentText(run.finished_at, zone)],
    [texts.result, run.result === null ? '' : printable(run.result)],
    [texts.key, printable(run.key)],
    [texts.idempotency, run.idempotency_key],
  ]
  return (
    <Dialog title={`${texts.kinds[run.kind]}: ${printable(run.trigger_name)}`} onClose={onClose} width={720}>
      <p>
        <span className={`badge ${runTones[run.status]}`}>{texts.statuses[run.status]}</span>{' '}
        <span className="soft">
          {texts.statusHints[run.status]}
          {run.tries > 0 && `, ${texts.tries(run.tries)}`}
        </span>
      </p>
      <dl className="run-facts facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {run.event_id !== null && (
          <div>
            <dt>{texts.event}</dt>
            <dd>
              <Link href={`/search?event=${encodeURIComponent(run.event_id)}`}>
                {printable(run.message) || texts.openEvent}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      {error !== undefined && (
        <p className="field-hint bad" role="alert">
          {texts.outputFailed(errorText(error))}
        </p>
      )}
      {run.output && (
        <section aria-labelledby="run-output">
          <h3 className="run-subtitle small-text soft" id="run-output">
            {texts.output}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="run-output output mono" tabIndex={0}>
            {printable(run.output, true)}
          </pre>
        </section>
      )}
      <div className="form-actions">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  )
}
