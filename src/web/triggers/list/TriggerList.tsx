import { useMemo, useState } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { errorText } from '../../api/http/api-error.ts'
import { exportTriggers } from '../../api/triggers.ts'
import { Announcement } from '../../components/Announcement.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FileButton } from '../../components/FileButton.tsx'
import { FilterSelect } from '../../components/forms/FilterSelect.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useKeys } from '../../components/keys/use-keys.ts'
import { Link } from '../../components/Link.tsx'
import { EmptyList } from '../../components/lists/EmptyList.tsx'
import { showToast } from '../../components/toast.tsx'
import { useNow } from '../../components/use-now.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { useFileDrop } from '../../dashboards/list/use-file-drop.ts'
import { navigate } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useUserId } from '../../state/session.ts'
import { useAddress } from '../../state/use-address.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { shownKinds } from '../links/describe.ts'
import { TriggerFilters } from '../links/TriggerFilters.tsx'
import { TriggerTabs } from '../links/TriggerTabs.tsx'
import {
  triggerAddress,
  triggerShows,
  triggerSorts,
  triggersAddress,
  triggersPage,
} from '../links/triggers-address.ts'
import { TriggerTable } from './TriggerTable.tsx'
import { type ImportResult, importFiles, saveTriggers } from './trigger-files.ts'
import { listOptionsOf, useTriggers } from './use-triggers.ts'

/** The triggers that the user may see, in the order of matching unless the address has another order. */
export function TriggerList() {
  usePageTitle(texts.title)
  const [state, set] = useAddress(triggersPage)
  const me = useUserId()
  const now = useNow(10)
  const zone = useZone()
  const triggerQuery = useMemo(() => listOptionsOf(state, me), [state, me])
  const { list, refresh, ...changes } = useTriggers(triggerQuery)
  const [imported, setImported] = useState<ImportResult | 'reading'>()
  useKeys({
    n: () => navigate('/triggers/new'),
    '/': () => document.querySelector<HTMLElement>('.trigger-filters input')?.focus(),
    r: list.retry,
  })
  const startImport = async (files: readonly File[]) => {
    if (files.length === 0 || imported === 'reading') return
    setImported('reading')
    setImported(await importFiles(files))
    void refresh()
  }
  const drop = useFileDrop(files => void startImport(files))
  const save = () => {
    exportTriggers(triggerQuery)
      .then(exported => saveTriggers(exported, texts.title, zone))
      .catch(error => showToast(errorText(error)))
  }
  const { data } = list
  const triggers = data?.objects
  const count = data && texts.count(data.item_count, exactNumber(data.item_count))
  const isFiltered = state.show !== 'all' || state.text !== '' || state.action !== ''

  return (
    <div className={drop.isOver ? 'trigger-list dropping' : 'trigger-list'} {...drop.handlers}>
      <header className="page-bar">
        <h1>{texts.title}</h1>
        <TriggerTabs view="triggers" />
        <span className="grow" />
        <FileButton
          accept=".json,.yaml,.yml"
          disabled={imported === 'reading'}
          onFiles={files => void startImport(files)}
        >
          {imported === 'reading' ? texts.importing : texts.import}
        </FileButton>
        {triggers && triggers.length > 0 && <Button onClick={save}>{texts.exportShown}</Button>}
        <Link className="button primary" href="/triggers/new">
          <Icon name="plus" size={14} /> {texts.create}
        </Link>
      </header>
      {(triggers === undefined || triggers.length > 0 || isFiltered || list.isStale) && (
        <TriggerFilters
          texts={texts}
          shows={triggerShows}
          state={state}
          addressOf={show => triggersAddress({ ...state, show, page: 1 })}
          onText={text => set({ text }, true)}
        >
          <FilterSelect
            label={texts.actionLabel}
            emptyLabel={texts.anyAction}
            value={state.action === '' ? undefined : state.action}
            options={shownKinds}
            labelOf={kind => texts.actionNames[kind]}
            onChange={kind => set({ action: kind ?? '' })}
          />
          <FilterSelect
            label={texts.sort}
            value={state.sort}
            options={triggerSorts}
            labelOf={sort => texts.sorts[sort]}
            onChange={sort => set({ sort: sort ?? 'order' })}
          />
        </TriggerFilters>
      )}
      {count !== undefined && <Announcement text={list.isStale ? '' : count} />}
      <TriggerTable
        {...changes}
        list={list}
        now={now}
        isOrdered={state.sort === 'order'}
        onPage={page => set({ page })}
        empty={
          isFiltered ? (
            <EmptyList
              title={texts.noMatchTitle}
              action={
                <Button onClick={() => set({ show: 'all', text: '', action: '' })}>{texts.showAll}</Button>
              }
            />
          ) : (
            <EmptyList
              title={texts.emptyTitle}
              text={texts.empty}
              action={
                <Link className="button primary" href="/triggers/new">
                  {texts.create}
                </Link>
              }
            />
          )
        }
        foot={count}
      />
      {imported !== undefined && imported !== 'reading' && (
        <ImportResultDialog result={imported} onClose={() => setImported(undefined)} />
      )}
    </div>
  )
}

/**
 * The result of an import: failed files, new and existing triggers, and notes about what works differently.
 */
function ImportResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { triggers, failures } = result
  const imported = triggers.filter(({ result }) => result === 'imported')
  return (
    <Dialog title={texts.importTitle} onClose={onClose} width={640}>
      <p>{texts.importDone(imported.length, triggers.length - imported.length)}</p>
      {failures.length > 0 && (
        <ul className="trigger-import-failures" role="alert">
          {failures.map(text => (
            <li key={text}>{printable(text)}</li>
          ))}
        </ul>
      )}
      {triggers.length > 0 && (
        <ul className="trigger-imported">
          {triggers.map(({ name, result, trigger_id, notes }) => (
            <li key={`${trigger_id} ${result}`}>
              <Link className="link strong-text" href={triggerAddress(trigger_id)}>
                {printable(name)}
              </Link>{' '}
              <span className={result === 'imported' ? 'badge info' : 'badge'}>
                {result === 'imported' ? texts.importImported : texts.importDuplicate}
              </span>
              {notes.map(note => (
                <p key={note} className="warning-text small-text">
                  {printable(note)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {imported.length > 0 && <p className="faint">{texts.importActive}</p>}
      <div className="form-actions">
        <Button className="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  )
}
