import { exactNumber } from '../../charts/number-text.ts'
import { Icon } from '../components/Icon.tsx'
import { followLink } from '../state/location.ts'
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
    <div className="task-filters">
      <nav className="segments" aria-label={taskTexts.viewLabel}>
        {(['list', 'board'] as const).map(view => (
          <a
            key={view}
            href={tasksAddress({ ...state, view, page: 1 })}
            onClick={followLink}
            aria-current={state.view === view ? 'page' : undefined}
          >
            {taskTexts.views[view]}
          </a>
        ))}
      </nav>
      <nav className="task-shows" aria-label={taskTexts.showLabel}>
        {taskShows.map(show => (
          <a
            key={show}
            className={show === 'overdue' && (counts?.overdue ?? 0) > 0 ? 'chip bad' : 'chip'}
            href={tasksAddress({ ...state, show, page: 1 })}
            onClick={followLink}
            aria-current={state.show === show ? 'true' : undefined}
          >
            {taskTexts.shows[show]}
            {counts && <span className="number">{exactNumber(counts[show])}</span>}
          </a>
        ))}
      </nav>
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
      <select
        className="field"
        aria-label={taskTexts.sort}
        value={state.sort}
        onChange={event => onChange({ sort: taskSorts.find(sort => sort === event.target.value) ?? 'due' })}
      >
        {taskSorts.map(sort => (
          <option key={sort} value={sort}>
            {taskTexts.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
