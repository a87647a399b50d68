import { exactNumber } from '../../charts/number-text.ts'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { Icon } from '../components/Icon.tsx'
import { Segments } from '../components/lists/Segments.tsx'
import { ShowLinks } from '../components/lists/ShowLinks.tsx'
import { taskTexts } from '../texts/tasks.ts'
import { type TaskShow, type TasksState, taskShows, taskSorts, tasksAddress } from './tasks-address.ts'

interface Props {
  state: TasksState
  /** Number of tasks of each filter; undefined until known. */
  counts: Record<TaskShow, number> | undefined
  onChange: (change: Partial<TasksState>, replace?: boolean) => void
}

/** Chooses which tasks are shown, and how. */
export function TaskFilters({ state, counts, onChange }: Props) {
  return (
    <div className="filter-bar task-filters">
      <Segments
        label={taskTexts.viewLabel}
        views={['list', 'board']}
        current={state.view}
        addressOf={view => tasksAddress({ ...state, view, page: 1 })}
        textOf={view => taskTexts.views[view]}
      />
      <ShowLinks
        label={taskTexts.showLabel}
        shows={taskShows}
        current={state.show}
        addressOf={show => tasksAddress({ ...state, show, page: 1 })}
        textOf={show => taskTexts.shows[show]}
        countOf={show => counts && <span className="number">{exactNumber(counts[show])}</span>}
        isBad={show => show === 'overdue' && (counts?.overdue ?? 0) > 0}
      />
      <span className="grow" />
      <div className="task-search-box">
        <Icon name="search" size={14} />
        <input
          className="field task-search"
          type="search"
          aria-label={taskTexts.search}
          placeholder={taskTexts.search}
          value={state.text}
          onChange={event => onChange({ text: event.target.value }, true)}
        />
      </div>
      <FilterSelect
        label={taskTexts.sort}
        value={state.sort}
        options={taskSorts}
        textOf={sort => taskTexts.sorts[sort]}
        onChange={sort => onChange({ sort: sort ?? 'due' })}
      />
    </div>
  )
}
