import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import type { ListPage } from '../../api/http/request.ts'
import { Switch } from '../../components/forms/Switch.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../../components/lists/Table.tsx'
import { useZone } from '../../state/preferences.ts'
import { useHasPermission } from '../../state/session.ts'
import type { Reading } from '../../state/use-read.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { actionsShown } from '../links/describe.ts'
import { TriggerName } from '../links/TriggerName.tsx'
import { ActionIcons } from './ActionIcons.tsx'
import { HiddenCount } from './HiddenCount.tsx'
import { TriggerMenu } from './TriggerMenu.tsx'
import type { TriggerChanges } from './use-triggers.ts'

const { columns: headings } = texts

interface Props extends TriggerChanges {
  list: Reading<ListPage<Trigger>>
  now: number
  /** Rows are in the order of matching and can be moved. */
  isOrdered: boolean
  onPage: (page: number) => void
  empty: ReactNode
  foot: ReactNode
}

/** The same list in each render before the triggers are read. */
const noTriggers: never[] = []

/** Triggers as a table. In the order of matching, the user moves rows by drag, by keys and by their menu. */
export function TriggerTable({ list, now, isOrdered, onPage, empty, foot, ...changes }: Props) {
  const triggers = list.data?.objects ?? noTriggers
  const zone = useZone()
  // With this permission, users who see only some hosts may still switch other users' triggers on and off.
  const managesAll = useHasPermission('manage_triggers')
  const table = useRef<HTMLTableElement>(null)
  const find = (id: number) => triggers.find(trigger => trigger.id === id)
  const drag = useRowDrag((id, { id: other, side }) => {
    const trigger = find(id)
    if (trigger) changes.move(trigger, { [side]: other })
  })
  /** Id of the row just moved by keys: its handle gets the focus back after the render. */
  const focused = useRef<number>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus()
    focused.current = undefined
  })
  const press = (event: KeyboardEvent, trigger: Trigger, index: number) => {
    const isUp = event.key === 'ArrowUp'
    if (!isUp && event.key !== 'ArrowDown') return
    event.preventDefault()
    const other = triggers[isUp ? index - 1 : index + 1]
    if (!other) return
    focused.current = trigger.id
    changes.move(trigger, isUp ? { before: other.id } : { after: other.id })
  }
  const columns: Column<Trigger>[] = [
    {
      heading: headings.order,
      className: 'cell-order number',
      cell: (trigger, index) =>
        isOrdered && !trigger.read_only ? (
          <button
            type="button"
            className="trigger-handle"
            data-handle={trigger.id}
            aria-label={texts.moveLabel(printable(trigger.name), trigger.order ?? 0)}
            title={texts.orderHint}
            onKeyDown={event => press(event, trigger, index)}
            {...drag.handle(trigger.id)}
          >
            <Icon name="grip" size={14} />
            {trigger.order}
          </button>
        ) : (
          <span className="trigger-place">{trigger.order}</span>
        ),
    },
    {
      heading: headings.active,
      className: 'cell-switch',
      cell: trigger => {
        const name = printable(trigger.name)
        return (
          <Switch
            checked={trigger.is_active}
            aria-label={texts.switchLabel(name)}
            disabled={trigger.read_only && !managesAll}
            onChange={on =>
              changes.change(trigger, { is_active: on }, on ? texts.turnedOn(name) : texts.turnedOff(name))
            }
          />
        )
      },
    },
    {
      heading: headings.trigger,
      className: 'cell-title',
      cell: trigger => <TriggerName trigger={trigger} now={now} />,
    },
    { heading: headings.actions, cell: trigger => <ActionIcons kinds={actionsShown(trigger)} /> },
    {
      heading: headings.matches,
      className: 'end number',
      cell: ({ id, hits_count, unread_count }) => (
        <>
          {hits_count === null ? <HiddenCount /> : exactNumber(hits_count)}
          {unread_count > 0 && (
            <Link className="trigger-unread" href={`/notifications?trigger=${id}`}>
              {texts.unread(unread_count, exactNumber(unread_count))}
            </Link>
          )}
        </>
      ),
    },
    {
      heading: headings.last,
      cell: ({ hits_count, last_matched }) =>
        hits_count === null ? (
          <HiddenCount />
        ) : last_matched === null ? (
          <span className="faint">{texts.never}</span>
        ) : (
          <span title={momentText(last_matched, zone)}>{agoText(last_matched, now)}</span>
        ),
    },
    {
      heading: headings.owner,
      cell: ({ owner, is_private }) => (
        <span className="trigger-owner">
          {printable(owner.fullname || owner.username)}
          {is_private && (
            <span className="trigger-private" title={texts.privateHint}>
              <Icon name="lock" size={12} />
              <span className="unseen">{texts.private}</span>
            </span>
          )}
        </span>
      ),
    },
    {
      heading: headings.menu,
      className: actionsColumn,
      cell: (trigger, index) => (
        <TriggerMenu
          trigger={trigger}
          changes={changes}
          above={isOrdered ? triggers[index - 1] : undefined}
          below={isOrdered ? triggers[index + 1] : undefined}
        />
      ),
    },
  ]
  const rowClass = ({ id, is_active }: Trigger) => {
    const isDragged = drag.dragged === id
    const classes = [
      !is_active && 'resting',
      isDragged && 'dragged',
      !isDragged && drag.place?.id === id && `drop-${drag.place.side}`,
    ]
    return classes.filter(name => name !== false).join(' ')
  }
  return (
    <PagedTable
      ref={table}
      className="trigger-table"
      list={list}
      columns={columns}
      page={list.data?.page_number ?? 1}
      onPage={onPage}
      errorTitle={texts.failed}
      empty={empty}
      foot={foot}
      rowClass={rowClass}
      rowAttributes={({ id }) => (isOrdered ? drag.row(id) : undefined)}
    />
  )
}

const dragType = 'application/x-millrace-trigger'

/** Where a dragged row would be dropped: before or after the row with this id. */
interface DropPlace {
  id: number
  side: 'before' | 'after'
}

/** Dragging of table rows by a handle. `onDrop` gets the id of the row and its new place. */
function useRowDrag(onDrop: (id: number, place: DropPlace) => void) {
  const [dragged, setDragged] = useState<number>()
  const [place, setPlace] = useState<DropPlace>()
  const end = () => {
    setDragged(undefined)
    setPlace(undefined)
  }
  return {
    dragged,
    place,
    handle: (id: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(dragType, String(id))
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 0, 0)
        setDragged(id)
      },
      onDragEnd: end,
    }),
    row: (id: number) => ({
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const side = event.clientY < top + height / 2 ? 'before' : 'after'
        if (place?.id !== id || place.side !== side) setPlace({ id, side })
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        const moved = Number(event.dataTransfer.getData(dragType))
        if (place && moved !== place.id) onDrop(moved, place)
        end()
      },
    }),
  }
}
