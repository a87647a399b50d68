import { useEffect, useMemo } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { Announcement } from '../components/Announcement.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { Segments } from '../components/lists/Segments.tsx'
import { ShowLinks } from '../components/lists/ShowLinks.tsx'
import { showToast } from '../components/toast.tsx'
import { useNow } from '../components/use-now.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import { navigate, useLocation } from '../state/location.ts'
import { useUserId } from '../state/session.ts'
import { useAddress } from '../state/use-address.ts'
import { taskTexts } from '../texts/tasks.ts'
import { chooseTasks, countTasks } from './choose-tasks.ts'
import { boardStatuses, TaskBoard } from './TaskBoard.tsx'
import { TaskTable } from './TaskTable.tsx'
import { openTaskDialog } from './task-dialog-input.ts'
import {
  readNewTask,
  readOpenedTask,
  type TaskShow,
  type TasksState,
  taskShows,
  taskSorts,
  tasksAddress,
  tasksPage,
} from './tasks-address.ts'
import { useTasks } from './use-tasks.ts'
import { useUserNames } from './use-user-names.ts'
import './tasks.css'

/** The same list in each render before the tasks are known. */
const noTasks: never[] = []

/**
 * Tasks as a list or a board, live. The address holds the choice of tasks. `/tasks/7` opens the dialog of a
 * task, and `/tasks?new=1` the dialog of a new one; then the address becomes `/tasks`.
 */
export function TasksPage() {
  usePageTitle(taskTexts.title)
  const { path, query } = useLocation()
  const [state, set] = useAddress(tasksPage)
  const me = useUserId()
  const now = useNow(30)
  const { tasks, error, retry, change, remove } = useTasks()
  const users = useUserNames(tasks)
  useKeys({
    n: () => openTaskDialog({}),
    '/': () => document.querySelector<HTMLElement>('.task-search')?.focus(),
    r: retry,
  })
  useEffect(() => {
    const newTask = readNewTask(query)
    if (!newTask) return
    openTaskDialog(newTask)
    navigate('/tasks', true)
  }, [query])
  const openedId = readOpenedTask(path)
  useEffect(() => {
    if (openedId === undefined || tasks === undefined) return
    const task = tasks.find(({ id }) => id === openedId)
    if (task) openTaskDialog({ task })
    else showToast(taskTexts.gone)
    navigate('/tasks', true)
  }, [openedId, tasks])

  const counts = useMemo(() => countTasks(tasks ?? noTasks, me, now), [tasks, me, now])
  // The board of open tasks shows resolved tasks too, since it has a column for them.
  const shownTasks = useMemo(() => {
    const all = tasks ?? noTasks
    if (state.view === 'list' || state.show !== 'open') return chooseTasks(all, state, me, now)
    return chooseTasks(all, { ...state, show: 'all' }, me, now).filter(({ status }) => status !== 'closed')
  }, [tasks, state, me, now])
  const common = { tasks: shownTasks, users, now, change, remove }

  return (
    <main className="page tasks">
      <header className="page-bar">
        <h1>{taskTexts.title}</h1>
        <span className="grow" />
        <Button className="primary" onClick={() => openTaskDialog({})}>
          <Icon name="plus" size={14} /> {taskTexts.create}
        </Button>
      </header>
      <TaskFilters state={state} counts={tasks && counts} onChange={set} />
      {tasks && <Announcement text={taskTexts.count(shownTasks.length, exactNumber(shownTasks.length))} />}
      {!tasks && error !== undefined && (
        <ErrorNotice title={taskTexts.failed} error={error} onRetry={retry} />
      )}
      {tasks && tasks.length === 0 && (
        <EmptyList
          title={taskTexts.emptyTitle}
          text={taskTexts.empty}
          action={
            <Button className="primary" onClick={() => openTaskDialog({})}>
              {taskTexts.create}
            </Button>
          }
        />
      )}
      {tasks && tasks.length > 0 && shownTasks.length === 0 && (
        <EmptyList
          title={taskTexts.noMatchTitle}
          action={<Button onClick={() => set({ show: 'all', text: '' })}>{taskTexts.showAll}</Button>}
        />
      )}
      {shownTasks.length > 0 &&
        (state.view === 'list' ? (
          <TaskTable {...common} page={state.page} onPage={page => set({ page })} />
        ) : (
          <TaskBoard {...common} statuses={boardStatuses(shownTasks, state.show)} />
        ))}
    </main>
  )
}

interface Props {
  state: TasksState
  /** Number of tasks of each filter; undefined until known. */
  counts: Record<TaskShow, number> | undefined
  onChange: (change: Partial<TasksState>, replace?: boolean) => void
}

/** Chooses which tasks are shown, and how. */
function TaskFilters({ state, counts, onChange }: Props) {
  return (
    <div className="filter-bar wrap-row task-filters">
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
        <SearchInput
          className="task-search"
          label={taskTexts.search}
          value={state.text}
          onChange={text => onChange({ text }, true)}
        />
      </div>
      <FilterSelect
        label={taskTexts.sort}
        value={state.sort}
        options={taskSorts}
        labelOf={sort => taskTexts.sorts[sort]}
        onChange={sort => onChange({ sort: sort ?? 'due' })}
      />
    </div>
  )
}
