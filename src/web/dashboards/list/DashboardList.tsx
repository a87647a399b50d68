import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { createDashboard, readDashboardList } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { readExistingPage } from '../../api/http/existing-page.ts'
import { Button, MenuItem } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { FileButton } from '../../components/FileButton.tsx'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { EmptyList } from '../../components/lists/EmptyList.tsx'
import { Pager } from '../../components/lists/Pager.tsx'
import { Segments } from '../../components/lists/Segments.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { showToast } from '../../components/toast.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { navigate } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useHasPermission } from '../../state/session.ts'
import { useAddress } from '../../state/use-address.ts'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress } from '../draft/address.ts'
import { overviewFile } from '../draft/overview.ts'
import { DeleteDialog } from '../menu/DeleteDialog.tsx'
import { type ExportFormat, exportDashboards } from '../menu/export-files.ts'
import { useStarred } from '../menu/starred.ts'
import { DashboardTable } from './DashboardTable.tsx'
import { type ListState, listPage, scopes } from './list-address.ts'
import { useFileDrop } from './use-file-drop.ts'
import { type ImportResult, useImport } from './use-import.ts'
import '../grid/dashboard.css'
import './dashboard-list.css'

const TemplatesDialog = lazyComponent(async () => (await import('./TemplatesDialog.tsx')).TemplatesDialog)

const { list: texts, actions, importing } = dashboardTexts

/** Lists the user's dashboards and shared dashboards; managers see all. */
export function DashboardList() {
  const client = useQueryClient()
  const zone = useZone()
  const [state, setState] = useAddress(listPage)
  const managesAll = useHasPermission('manage_dashboards')
  const starred = useStarred()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [dialog, setDialog] = useState<'templates' | 'delete'>()
  const imports = useImport()
  const drop = useFileDrop(files => void imports.start(files))
  usePageTitle(texts.title)
  const { scope, search, ordering, page } = state
  const { data, error, retry, isStale } = useRead(
    ['dashboards', 'list', scope, search, ordering, page],
    signal => readExistingPage(page, page => readDashboardList({ ...state, page }, signal)),
    { keepsPrevious: true },
  )
  const change = (next: Partial<ListState>) => {
    setSelected(new Set())
    // A search replaces the history entry, so that typing does not fill the history.
    setState(next, next.search !== undefined)
  }
  const create = useMutation({
    mutationFn: createDashboard,
    onSuccess: made => {
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      navigate(dashboardAddress(made.id))
    },
    onError: error => showToast(`${actions.failed}: ${errorText(error)}`),
  })
  // Starred dashboards first, otherwise in the order of the service.
  const rows = useMemo(
    () =>
      (data?.objects ?? []).toSorted(
        (one, other) => Number(starred.has(other.id)) - Number(starred.has(one.id)),
      ),
    [data, starred],
  )
  const chosen = rows.filter(({ id }) => selected.has(id))
  const exportChosen = (format: ExportFormat) => {
    exportDashboards(
      chosen.map(({ id }) => id),
      chosen.length === 1 ? (chosen[0]?.title ?? '') : texts.title,
      format,
      zone,
    ).catch(error => showToast(`${actions.failed}: ${errorText(error)}`))
  }
  return (
    <main className={drop.isOver ? 'page dash-list dropping' : 'page dash-list'} {...drop.handlers}>
      <header className="page-bar">
        <h1>{texts.title}</h1>
        <Segments
          label={texts.scopesLabel}
          views={managesAll ? scopes : scopes.filter(name => name !== 'all')}
          current={scope}
          addressOf={scope => listPage.write({ ...state, scope, page: 1 })}
          textOf={scope => texts.scopes[scope]}
        />
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          value={search}
          onChange={search => change({ search })}
        />
        <span className="grow" />
        <NewDashboard
          isImporting={imports.state === 'reading'}
          onFiles={files => void imports.start(files)}
          onEmpty={() => create.mutate({ title: texts.untitled })}
          onOverview={() =>
            create.mutate({
              ...overviewFile,
              title: actions.copyTitle(overviewFile.title),
              config: { ...overviewFile.config, title: actions.copyTitle(overviewFile.title) },
            })
          }
          onTemplate={() => setDialog('templates')}
        />
      </header>
      {chosen.length > 0 && (
        <div className="dash-selection wrap-row gap-8">
          <span>{texts.selected(chosen.length)}</span>
          <Button className="small" onClick={() => exportChosen('json')}>
            {actions.exportJson}
          </Button>
          <Button className="small" onClick={() => exportChosen('yaml')}>
            {actions.exportYaml}
          </Button>
          {chosen.every(({ read_only }) => !read_only) && (
            <Button className="small danger" onClick={() => setDialog('delete')}>
              {actions.delete}
            </Button>
          )}
        </div>
      )}
      {error ? <ErrorNotice title={texts.failed} error={error} onRetry={retry} /> : null}
      {(data || !error) && (
        <DashboardTable
          rows={rows}
          isLoading={data === undefined}
          isStale={isStale}
          ordering={ordering}
          hasOverview={search === '' || overviewFile.title.toLowerCase().includes(search.toLowerCase())}
          selected={selected}
          onSelect={setSelected}
          onChange={change}
        />
      )}
      {data && !isStale && rows.length === 0 && (
        <NoDashboards
          state={state}
          onShowAll={() => change({ search: '' })}
          onEmpty={() => create.mutate({ title: texts.untitled })}
        />
      )}
      {data && data.page_count > 1 && (
        <Pager page={page} pages={data.page_count} onChange={page => change({ page })} />
      )}
      {drop.isOver && <p className="dash-drop-hint">{texts.drop}</p>}
      {dialog === 'templates' && <TemplatesDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          dashboards={chosen}
          onClose={() => setDialog(undefined)}
          onDeleted={() => setSelected(new Set())}
        />
      )}
      {typeof imports.state === 'object' && (
        <ImportResultDialog result={imports.state} onClose={imports.clear} />
      )}
    </main>
  )
}

interface NoDashboardsProps {
  state: ListState
  onShowAll: () => void
  onEmpty: () => void
}

/** Shown in place of an empty list: why it is empty, and what to do. */
function NoDashboards({ state, onShowAll, onEmpty }: NoDashboardsProps) {
  const { scope, search } = state
  if (search !== '')
    return (
      <EmptyList
        title={texts.noMatch(search)}
        action={<Button onClick={onShowAll}>{texts.showAll}</Button>}
      />
    )
  if (scope === 'shared')
    return (
      <EmptyList
        title={texts.none[scope]}
        text={texts.noneSharedHint}
        action={
          <Link className="button" href={listPage.write({ ...state, scope: 'own', page: 1 })}>
            {texts.showOwn}
          </Link>
        }
      />
    )
  return (
    <EmptyList
      title={texts.none[scope]}
      text={texts.noneHint}
      action={
        <Button className="primary" onClick={onEmpty}>
          {texts.newEmpty}
        </Button>
      }
    />
  )
}

/** What an import of files has created, what failed, and widgets to look at. */
function ImportResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { made, failures, warnings } = result
  return (
    <Dialog title={importing.title} onClose={onClose} className="confirm dash-import-result">
      <p>{made.length > 0 ? importing.done(made.length) : importing.nothing}</p>
      <ul className="dash-imported">
        {made.map(({ id, title }) => (
          <li key={id}>
            <Link href={dashboardAddress(id)}>{printable(title)}</Link>
          </li>
        ))}
      </ul>
      {failures.length > 0 && (
        <div role="alert">
          <ul className="dash-import-notes error-text">
            {failures.map(text => (
              <li key={text}>{printable(text)}</li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <p className="soft">{importing.warnings}</p>
          <ul className="dash-import-notes">
            {warnings.map(text => (
              <li key={text}>{printable(text)}</li>
            ))}
          </ul>
        </>
      )}
      <div className="form-actions">
        <Button className="primary" onClick={onClose}>
          {actions.close}
        </Button>
      </div>
    </Dialog>
  )
}

interface NewDashboardProps {
  isImporting: boolean
  onFiles: (files: File[]) => void
  onEmpty: () => void
  onOverview: () => void
  onTemplate: () => void
}

/** Creates dashboards: imports files, or makes an empty one, a copy of the overview, or one of a template. */
function NewDashboard({ isImporting, onFiles, onEmpty, onOverview, onTemplate }: NewDashboardProps) {
  const item = (text: string, act: () => void) => <MenuItem onClick={act}>{text}</MenuItem>
  return (
    <>
      <FileButton
        label={texts.importHint}
        title={texts.importHint}
        accept=".json,.yaml,.yml,application/json,application/yaml"
        disabled={isImporting}
        onFiles={onFiles}
      >
        {isImporting ? importing.reading : texts.import}
      </FileButton>
      <MenuButton
        className="button primary"
        alignRight
        menu
        content={
          <>
            <Icon name="plus" size={14} /> {texts.new}
          </>
        }
      >
        <div className="menu">
          {item(texts.newEmpty, onEmpty)}
          {item(texts.newFromTemplate, onTemplate)}
          {item(texts.newFromOverview, onOverview)}
        </div>
      </MenuButton>
    </>
  )
}
