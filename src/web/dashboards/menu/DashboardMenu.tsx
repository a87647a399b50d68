import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { defaultRange, timeRangeOf } from '../../../time/range.ts'
import { changeDashboard, cloneDashboard, createDashboard } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { showToast } from '../../components/toast.tsx'
import { openReportDialog } from '../../reports/report-dialog-input.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { navigate } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useHasPermission } from '../../state/session.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress, type OpenState } from '../draft/address.ts'
import { type Draft, fileOf, titleOf } from '../draft/draft.ts'
import { overviewFile } from '../draft/overview.ts'
import { tvAddress } from '../tv/tv-address.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { type ExportFormat, exportDashboards } from './export-files.ts'

const SaveTemplateDialog = lazyComponent(
  async () => (await import('./SaveTemplateDialog.tsx')).SaveTemplateDialog,
)
const TvLinkDialog = lazyComponent(async () => (await import('../tv/TvLinkDialog.tsx')).TvLinkDialog)

const { actions: texts } = dashboardTexts

/** The limit of the API. */
const maxTitleLength = 500

interface Props {
  id: number | 'overview'
  /** Undefined for the overview. */
  dashboard: Dashboard | undefined
  draft: Draft
  /** Range and values of variables that were chosen in the bar. */
  state?: Partial<OpenState>
  /** The menu is in the list of dashboards, where it offers no report. */
  isListed?: boolean
  onPrint?: () => void
}

/** Actions on a whole dashboard. */
export function DashboardMenu({ id, dashboard, draft, state = {}, isListed = false, onPrint }: Props) {
  const { range } = state
  const client = useQueryClient()
  const zone = useZone()
  const canUseReports = useHasPermission('reports')
  const managesDashboards = useHasPermission('manage_dashboards')
  const [dialog, setDialog] = useState<'delete' | 'template' | 'tv'>()
  const title = titleOf(draft)
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['dashboards'] }),
    onError: error => showToast(`${texts.failed}: ${errorText(error)}`),
  })
  /** `withOwnWidgets`: the copy gets copies of the widgets. Otherwise it shows the same widgets, attached. */
  const copy = (withOwnWidgets: boolean) =>
    act.mutate(async () => {
      const copyTitle = texts.copyTitle(title).slice(0, maxTitleLength)
      const saved = dashboard
        ? await cloneDashboard(dashboard.id, copyTitle, withOwnWidgets)
        : await createDashboard({ ...fileOf(draft), config: { ...draft.config, title: copyTitle } })
      showToast(texts.copied(copyTitle))
      navigate(dashboardAddress(saved.id))
    })
  const patch = (body: { is_public?: boolean; is_default?: boolean }, done: string) =>
    act.mutate(async () => {
      await changeDashboard(Number(id), body)
      showToast(done)
    })
  const exportAs = (format: ExportFormat) =>
    act.mutate(() => exportDashboards(dashboard ? [dashboard.id] : [fileOf(draft)], title, format, zone))
  const report = () =>
    openReportDialog(
      dashboard
        ? { title, dashboardId: dashboard.id, ...(range && 'preset' in range && { range: range.preset }) }
        : {
            title,
            dashboard: { draft: overviewFile, timeRange: timeRangeOf(range ?? defaultRange, zone) },
          },
    )
  const canChange = dashboard?.read_only === false
  const canShare = canChange && !dashboard.is_public
  const canUnshare = canChange && dashboard.is_public && !dashboard.is_default

  const item = (text: string, run: () => void) => (
    <MenuItem key={text} onClick={run}>
      {text}
    </MenuItem>
  )
  return (
    <>
      <MenuButton
        content={<Icon name="more" />}
        label={dashboardTexts.list.actionsOf(printable(title))}
        className={isListed ? 'button quiet small icon' : 'button quiet icon'}
        alignRight
        menu
      >
        <div className="menu">
          {item(texts.copyOwn, () => copy(true))}
          {dashboard && item(texts.copyAttached, () => copy(false))}
          {item(texts.exportJson, () => exportAs('json'))}
          {item(texts.exportYaml, () => exportAs('yaml'))}
          {canUseReports && !isListed && item(texts.report, report)}
          {onPrint && item(texts.print, onPrint)}
          {dashboard &&
            item(texts.tv, () => navigate(tvAddress({ ids: [dashboard.id], everySeconds: 0 }, state)))}
          {dashboard && item(texts.tvLink, () => setDialog('tv'))}
          {canUnshare && item(texts.unshare, () => patch({ is_public: false }, texts.unshared(title)))}
          {canShare && item(texts.share, () => patch({ is_public: true }, texts.shared(title)))}
          {canChange &&
            managesDashboards &&
            !dashboard.is_default &&
            item(texts.makeDefault, () =>
              patch({ is_public: true, is_default: true }, texts.madeDefault(title)),
            )}
          {canChange && item(texts.saveTemplate, () => setDialog('template'))}
          {canChange && item(texts.delete, () => setDialog('delete'))}
        </div>
      </MenuButton>
      {dialog === 'delete' && dashboard && (
        <DeleteDialog
          dashboards={[dashboard]}
          onClose={() => setDialog(undefined)}
          onDeleted={() => {
            if (!isListed) navigate('/dashboards')
          }}
        />
      )}
      {dialog === 'template' && dashboard && (
        <SaveTemplateDialog id={dashboard.id} title={title} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'tv' && dashboard && (
        <TvLinkDialog dashboard={dashboard} state={state} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}
