import { eventFields } from '../../filter/typed/event-fields.ts'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { sorts } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { followLink } from '../state/location.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { resultTexts } from '../texts/search/results.ts'
import { newTriggerAddress } from '../triggers/links/new-trigger-address.ts'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import type { Rows } from './events/use-rows.ts'
import { GoTo } from './GoTo.tsx'
import { LiveLine } from './LiveLine.tsx'
import { TotalsLine } from './TotalsLine.tsx'
import { ViewTabs } from './ViewTabs.tsx'

interface Props {
  search: WatchedQuery<'Search'>
  isInvalid: boolean
  isHeld: boolean
  rows: Rows
  /** Index of the row to show. */
  position: number
  control: SearchControl
  onGoTo: (index: number, align?: 'auto' | 'start' | 'center') => void
}

/** The bar above the rows: count, current row, order, columns, export. */
export function ResultsBar({ search, isInvalid, isHeld, rows, position, control, onGoTo }: Props) {
  const { wrap } = usePreferences()
  const { state, change } = control
  const canUseTriggers = useHasPermission('triggers')
  return (
    <header className="found-bar">
      <ViewTabs view={state.view} onChange={view => change({ view })} />
      {!isInvalid && <TotalsLine search={search} />}
      {state.live && !isInvalid && (
        <LiveLine control={control} isHeld={isHeld} leftOut={rows.total - rows.first.length} />
      )}
      <span className="grow" />
      {rows.count > 0 && (
        <GoTo search={search} rows={rows} position={position} control={control} onGoTo={onGoTo} />
      )}
      <select
        className="field small"
        aria-label={resultTexts.order}
        value={state.sort}
        onChange={event =>
          change({ sort: sorts.find(([key]) => key === event.target.value)?.[0] ?? state.sort })
        }
      >
        {sorts.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <ColumnMenu fields={() => namesOf(rows)} />
      <IconButton
        icon="wrap"
        label={resultTexts.wrap}
        aria-pressed={wrap}
        onClick={() => setPreferences({ wrap: !wrap })}
      />
      {canUseTriggers && (
        <a
          className="button quiet small found-trigger"
          href={newTriggerAddress(state)}
          onClick={followLink}
          title={resultTexts.createTriggerHint}
        >
          <Icon name="bell" size={14} />
          <span>{resultTexts.createTrigger}</span>
        </a>
      )}
      <ExportMenu
        title={resultTexts.exportTitle}
        queryId={search.stale ? undefined : search.answer?.query_id}
        query={search.request}
        rows={search.stale ? undefined : search.answer?.results.totals?.count}
        label={resultTexts.export}
        className="button quiet small icon"
        content={<Icon name="download" />}
      />
    </header>
  )
}

/** Fields of events, and the tags of the events on the first page. */
function namesOf({ first }: Rows): string[] {
  const tags = new Set(first.flatMap(event => Object.keys(event.user_tags)))
  return [...eventFields.keys(), ...[...tags].sort()]
}
