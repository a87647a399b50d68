import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useNow } from '../../components/use-now.ts'
import { followLink } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress } from '../draft/address.ts'
import { draftOf } from '../draft/draft.ts'
import { overview, overviewFile } from '../draft/overview.ts'
import { DashboardMenu } from '../menu/DashboardMenu.tsx'
import { toggleStar, useStarred } from '../menu/starred.ts'
import type { ListState, OrderField } from './list-state.ts'
import '../../components/kit.css'

const { list: texts, overview: overviewTexts, open } = dashboardTexts

interface Props {
  rows: readonly Dashboard[]
  isLoading: boolean
  state: ListState
  /** The built-in overview is the first row. */
  withOverview: boolean
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  onChange: (change: Partial<ListState>) => void
}

/** Dashboards as a table; a click on a heading sorts. */
export function DashboardTable(props: Props) {
  const { rows, isLoading, state, withOverview, selected, onSelect, onChange } = props
  const zone = useZone()
  const now = useNow(30)
  const starred = useStarred()
  const sorted = (field: OrderField) =>
    state.field === field ? (state.isDescending ? 'descending' : 'ascending') : undefined
  const heading = (field: OrderField, text: string) => (
    <th scope="col" aria-sort={sorted(field)}>
      <button
        type="button"
        className="sort-heading"
        onClick={() =>
          onChange({
            field,
            isDescending: state.field === field ? !state.isDescending : field === 'updated_at',
          })
        }
      >
        {text}
        {sorted(field) && <Icon name={state.isDescending ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
  const all = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <table className="list-table dash-table" aria-busy={isLoading}>
      <thead>
        <tr>
          <th scope="col" className="dash-check">
            <input
              type="checkbox"
              aria-label={texts.selectAll}
              checked={all}
              disabled={rows.length === 0}
              onChange={() => onSelect(all ? new Set() : new Set(rows.map(({ id }) => id)))}
            />
          </th>
          {heading('title', texts.columns.title)}
          <th scope="col">{texts.columns.owner}</th>
          <th scope="col" className="end">
            {texts.columns.widgets}
          </th>
          {heading('updated_at', texts.columns.changed)}
          <th scope="col">
            <span className="unseen">{texts.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {withOverview && (
          <tr>
            <td className="dash-check" />
            <td className="cell-title">
              <span className="dash-title">
                <Icon name="system" size={14} />
                <a href={dashboardAddress('overview')} onClick={followLink}>
                  {overviewFile.title}
                </a>
              </span>
              <span className="faint">{overviewTexts.description}</span>
            </td>
            <td data-label={texts.columns.owner} className="faint" />
            <td data-label={texts.columns.widgets} className="end number">
              {exactNumber(overview.widgets.length)}
            </td>
            <td data-label={texts.columns.changed} />
            <td className="cell-actions">
              <DashboardMenu id="overview" dashboard={undefined} draft={overview} isListed />
            </td>
          </tr>
        )}
        {rows.map(dashboard => {
          const { id, is_default, is_public, read_only, owner, widgets, updated_at } = dashboard
          const title = printable(dashboard.title)
          const isStarred = starred.has(id)
          return (
            <tr key={id} className={selected.has(id) ? 'dash-selected' : undefined}>
              <td className="dash-check">
                <input
                  type="checkbox"
                  aria-label={texts.select(title)}
                  checked={selected.has(id)}
                  onChange={() => toggle(id)}
                />
              </td>
              <td className="cell-title">
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
                  <a href={dashboardAddress(id)} onClick={followLink}>
                    {title}
                  </a>
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
                    <span className="dash-read-only" title={open.readOnly}>
                      <Icon name="lock" size={12} />
                      <span className="unseen">{open.readOnly}</span>
                    </span>
                  )}
                </span>
              </td>
              <td data-label={texts.columns.owner} className="soft">
                {printable(owner.fullname || owner.username)}
              </td>
              <td data-label={texts.columns.widgets} className="end number">
                {exactNumber(widgets.length)}
              </td>
              <td
                data-label={texts.columns.changed}
                className="soft number"
                title={momentText(updated_at, zone)}
              >
                {agoText(updated_at, now)}
              </td>
              <td className="cell-actions">
                <DashboardMenu id={id} dashboard={dashboard} draft={draftOf(dashboard)} isListed />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
