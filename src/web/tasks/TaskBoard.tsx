import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { type Task, type TaskStatus, taskStatuses } from '../../schema/task.ts'
import { taskTexts } from '../texts/tasks.ts'
import { AssigneeMenu, StatusMenu } from './TaskMenus.tsx'
import { DueTime, TaskTitle } from './TaskParts.tsx'
import type { TaskShow } from './tasks-address.ts'
import type { TaskChanges } from './use-tasks.ts'
import type { UserNames } from './use-user-names.ts'

/** Maximum cards that a column shows; it counts the others. */
const maxCards = 50
const dragType = 'application/x-millrace-task'

interface Props extends Pick<TaskChanges, 'change'> {
  tasks: readonly Task[]
  users: UserNames
  now: number
  /** The statuses to show. */
  statuses: readonly TaskStatus[]
}

/**
 * Tasks as cards in a column for each status. A card is moved by dragging, by its menu, or by Alt and the
 * arrow keys.
 */
export function TaskBoard({ tasks, users, now, statuses, change }: Props) {
  const board = useRef<HTMLDivElement>(null)
  /** The column below a dragged card. */
  const [over, setOver] = useState<TaskStatus>()
  const move = (task: Task | undefined, status: TaskStatus | undefined) => {
    if (!task || status === undefined || task.status === status) return
    change(task, { status }, taskTexts.movedTo(task.title, taskTexts.statuses[status]))
  }
  const drop = (event: DragEvent, status: TaskStatus) => {
    event.preventDefault()
    setOver(undefined)
    const id = Number(event.dataTransfer.getData(dragType))
    move(
      tasks.find(task => task.id === id),
      status,
    )
  }
  const onKeyDown = (event: KeyboardEvent, task: Task) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    move(task, statuses[statuses.indexOf(task.status) + (event.key === 'ArrowRight' ? 1 : -1)])
    // Focuses the card in its new column, where it is a different element.
    requestAnimationFrame(() => {
      board.current?.querySelector<HTMLElement>(`[data-task="${task.id}"] .title-button`)?.focus()
    })
  }
  return (
    <>
      <p className="task-hint faint">{taskTexts.boardHint}</p>
      <div ref={board} className={`task-board columns-${statuses.length}`}>
        {statuses.map(status => {
          const cards = tasks.filter(task => task.status === status)
          const name = taskTexts.statuses[status]
          return (
            <section
              key={status}
              aria-label={taskTexts.boardColumn(name, cards.length)}
              className={over === status ? 'task-column over' : 'task-column'}
              onDragOver={event => {
                if (!event.dataTransfer.types.includes(dragType)) return
                event.preventDefault()
                setOver(status)
              }}
              onDragLeave={event => {
                const { relatedTarget } = event
                if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget)))
                  setOver(undefined)
              }}
              onDrop={event => drop(event, status)}
            >
              <h2>
                {name} <span className="faint number">{exactNumber(cards.length)}</span>
              </h2>
              <ul>
                {cards.slice(0, maxCards).map(task => (
                  <li
                    key={task.id}
                    data-task={task.id}
                    className="task-card card"
                    draggable
                    onDragStart={event => {
                      event.dataTransfer.setData(dragType, String(task.id))
                      event.dataTransfer.effectAllowed = 'move'
                    }}
                    onKeyDown={event => onKeyDown(event, task)}
                  >
                    <TaskTitle task={task} />
                    {task.due !== null && <DueTime task={task} now={now} />}
                    <div className="task-card-foot">
                      <AssigneeMenu task={task} users={users} onChange={change} />
                      <StatusMenu task={task} onChange={change} />
                    </div>
                  </li>
                ))}
              </ul>
              {cards.length === 0 && <p className="faint">{taskTexts.boardEmpty}</p>}
              {cards.length > maxCards && (
                <p className="faint">{taskTexts.boardMore(cards.length - maxCards)}</p>
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

/** The columns of the board for the tasks that a choice (`show`) finds. */
export function boardStatuses(tasks: readonly Task[], show: TaskShow): readonly TaskStatus[] {
  if (show === 'closed') return ['resolved', 'closed']
  // `resolved` is always a column, so that users can drop finished tasks there.
  return show === 'all' || show === 'created' || tasks.some(task => task.status === 'closed')
    ? taskStatuses
    : ['new', 'in_progress', 'resolved']
}
