import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Link } from '../../components/Link.tsx'
import { actionsColumn, type Column, Table } from '../../components/lists/Table.tsx'
import { useNow } from '../../components/use-now.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress } from '../draft/address.ts'
import { draftOf } from '../draft/draft.ts'
import { overview, overviewFile } from '../draft/overview.ts'
import { DashboardMenu } from '../menu/DashboardMenu.tsx'
import { toggleStar, useStarred } from '../menu/starred.ts'
import type { ListState } from './list-address.ts'

const { list: texts, overview: overviewTexts, open } = dashboardTexts

/** A saved dashboard, or the built-in overview. */
type Row = Dashboard | 'overview'

interface Props {
  rows: readonly Dashboard[]
  isLoading: boolean
  isStale: boolean
  ordering: string
  /** Whether the built-in overview is the first row. */
  hasOverview: boolean
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  onChange: (change: Partial<ListState>) => void
}

/** Dashboards as a table; a click on a heading sorts. */
export function DashboardTable(props: Props) {
  const { rows, isLoading, isStale, ordering, hasOverview, selected, onSelect, onChange } = props
  const zone = useZone()
  const now = useNow(30)
  const starred = useStarred()
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const columns: Column<Row>[] = [
    {
      heading: texts.selectAll,
      className: 'cell-check',
      control: (
        <input
          type="checkbox"
          aria-label={texts.selectAll}
          checked={isAllSelected}
          disabled={rows.length === 0}
          onChange={() => onSelect(isAllSelected ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
      ),
      cell: row =>
        row !== 'overview' && (
          <input
            type="checkbox"
            aria-label={texts.select(printable(row.title))}
            checked={selected.has(row.id)}
            onChange={() => toggle(row.id)}
          />
        ),
    },
    {
      heading: texts.columns.title,
      sortBy: 'title',
      className: 'cell-title',
      cell: row =>
        row === 'overview' ? (
          <>
            <span className="dash-title">
              <Icon name="system" size={14} />
              <Link className="one-line" href={dashboardAddress('overview')}>
                {overviewFile.title}
              </Link>
            </span>
            <span className="faint">{overviewTexts.description}</span>
          </>
        ) : (
          <DashboardTitle dashboard={row} isStarred={starred.has(row.id)} />
        ),
    },
    {
      heading: texts.columns.owner,
      className: 'soft',
      cell: row => row !== 'overview' && printable(row.owner.fullname || row.owner.username),
    },
    {
      heading: texts.columns.widgets,
      className: 'end number',
      cell: row => exactNumber((row === 'overview' ? overview : row).widgets.length),
    },
    {
      heading: texts.columns.changed,
      sortBy: '-updated_at',
      className: 'soft number',
      title: row => (row === 'overview' ? undefined : momentText(row.updated_at, zone)),
      cell: row => row !== 'overview' && agoText(row.updated_at, now),
    },
    {
      heading: texts.columns.actions,
      className: actionsColumn,
      cell: row =>
        row === 'overview' ? (
          <DashboardMenu id="overview" dashboard={undefined} draft={overview} isListed />
        ) : (
          <DashboardMenu id={row.id} dashboard={row} draft={draftOf(row)} isListed />
        ),
    },
  ]
  return (
    <Table
      className="dash-table"
      isBusy={isLoading}
      isStale={isStale}
      rows={hasOverview ? ['overview', ...rows] : rows}
      columns={columns}
      keyOf={row => (row === 'overview' ? row : row.id)}
      rowClass={row => (row !== 'overview' && selected.has(row.id) ? 'dash-selected' : undefined)}
      sorting={{
        ordering,
        onSort: next => onChange({ ordering: next }),
        isAlways: true,
      }}
    />
  )
}

/** The title of a saved dashboard with its star and badges. */
function DashboardTitle({ dashboard, isStarred }: { dashboard: Dashboard; isStarred: boolean }) {
  const { id, is_default, is_public, read_only } = dashboard
  const title = printable(dashboard.title)
  return (
    <span className="dash-title">
      <span className={isStarred ? 'dash-star dash-starred' : 'dash-star'}>
        <IconButton
          icon="star"
          label={texts.star(title)}
          iconSize={14}
          aria-pressed={isStarred}
          onClick={() => toggleStar(id)}
        />
      </span>
      <Link className="one-line" href={dashboardAddress(id)}>
        {title}
      </Link>
      {is_default && (
        <span className="dash-badge" title={texts.isDefaultTitle}>
          {texts.isDefault}
        </span>
      )}
      {is_public && !is_default && (
        <span className="dash-badge" title={texts.isPublicTitle}>
          {texts.isPublic}
        </span>
      )}
      {read_only && (
        <span className="faint" title={open.readOnly}>
          <Icon name="lock" size={12} />
          <span className="unseen">{open.readOnly}</span>
        </span>
      )}
    </span>
  )
}
