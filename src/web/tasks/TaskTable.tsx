import { minuteText } from '../../charts/time-text.ts'
import type { Task } from '../../schema/task.ts'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useZone } from '../state/preferences.ts'
import { taskTexts } from '../texts/tasks.ts'
import { AssigneeMenu, StatusMenu } from './TaskMenus.tsx'
import { DueTime, TaskTitle } from './TaskParts.tsx'
import { openTaskDialog } from './task-dialog-input.ts'
import type { TaskChanges } from './use-tasks.ts'
import type { UserNames } from './use-user-names.ts'

const pageSize = 50
const { columns: headings } = taskTexts

interface Props extends TaskChanges {
  tasks: readonly Task[]
  users: UserNames
  now: number
  page: number
  onPage: (page: number) => void
}

/** Tasks as a table, a page at a time. */
export function TaskTable({ tasks, users, now, page, onPage, change, remove }: Props) {
  const zone = useZone()
  const pages = Math.max(1, Math.ceil(tasks.length / pageSize))
  const shownPage = Math.min(page, pages)
  const columns: Column<Task>[] = [
    { heading: headings.task, className: 'cell-title', cell: task => <TaskTitle task={task} /> },
    { heading: headings.status, cell: task => <StatusMenu task={task} onChange={change} /> },
    {
      heading: headings.assigned,
      cell: task => <AssigneeMenu task={task} users={users} onChange={change} />,
    },
    { heading: headings.due, cell: task => <DueTime task={task} now={now} /> },
    { heading: headings.owner, cell: ({ owner }) => owner.fullname || owner.username },
    {
      heading: headings.updated,
      className: 'number',
      cell: task => minuteText(task.updated_at, zone),
    },
    {
      heading: headings.actions,
      className: actionsColumn,
      cell: task => (
        <>
          <IconButton
            icon="pen"
            label={taskTexts.editOf(task.title)}
            title={taskTexts.edit}
            onClick={() => openTaskDialog({ task })}
          />
          <DeleteButton name={task.title} title={taskTexts.deleteTitle} onDelete={() => remove(task)}>
            {taskTexts.deleteText(task.title)}
          </DeleteButton>
        </>
      ),
    },
  ]
  const objects = tasks.slice((shownPage - 1) * pageSize, shownPage * pageSize)
  return (
    <PagedTable
      list={{ data: { objects, page_count: pages } }}
      page={shownPage}
      onPage={onPage}
      columns={columns}
      rowClass={task => (task.is_closed ? 'resting' : undefined)}
    />
  )
}
