import { type DragEvent, type RefObject, useState } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import {
  type Column,
  maxColumnWidth,
  minColumnWidth,
  withColumnMoved,
  withColumnSized,
  withoutColumn,
} from '../../search/state/columns.ts'
import type { Sort } from '../../search/state/search-state.ts'
import { columnTexts, rowTexts } from '../../texts/search/results.ts'
import { ColumnHandle } from '../columns/ColumnHandle.tsx'
import type { ColumnControl } from '../columns/use-columns.tsx'

/** Pixels for the menu and the sort arrow beside the name of a column. */
const headExtra = 34
/** Pixels of padding on both sides of the content of a cell, with a little room. */
const cellExtra = 18

interface Props {
  control: ColumnControl
  sort: Sort
  /** The date of the first row in view, and the time that has it; undefined if all rows are of one day. */
  day: { field: string; text: string | undefined } | undefined
  onSort: (sort: Sort) => void
  gridRef: RefObject<HTMLElement | null>
}

/** Fields by which the service sorts events. */
const sortable = ['last_occurrence', 'first_occurrence', 'counter'] as const
/** Type of the data of a dragged column: its field. */
const dragType = 'application/x-millrace-column'

/**
 * The names of columns: a click sorts, a drag moves, the edge changes the width, and the menu does all of
 * this by keyboard.
 */
export function ResultsHead({ control, sort, day, onSort, gridRef }: Props) {
  const { columns, change } = control
  // The field over which another column is dragged.
  const [over, setOver] = useState<string>()
  /** The pointer is on the edge of a column: a drag then resizes the column instead of moving it. */
  const [isOnEdge, setOnEdge] = useState(false)
  const drop = (event: DragEvent, field: string) => {
    const moved = event.dataTransfer.getData(dragType)
    const indexOf = (name: string) => columns.findIndex(column => column.field === name)
    setOver(undefined)
    // -1: something else than a column was dropped.
    if (indexOf(moved) < 0) return
    event.preventDefault()
    change(withColumnMoved(columns, moved, indexOf(field) - indexOf(moved)))
  }
  return (
    <div className="results-head" role="row" aria-rowindex={1}>
      <span className="head-cell row" role="columnheader">
        <span className="unseen">{rowTexts.gutter}</span>
      </span>
      {columns.map(column => {
        const { field } = column
        const name = fieldText(field)
        const sortKey = sortable.find(known => known === field)
        let direction: 'ascending' | 'descending' | undefined
        if (sort === field) direction = 'ascending'
        else if (sort === `-${field}`) direction = 'descending'
        return (
          <div
            key={field}
            role="columnheader"
            tabIndex={-1}
            aria-sort={sortKey && (direction ?? 'none')}
            className={`head-cell row${field === 'counter' ? ' end' : ''}${over === field ? ' over' : ''}`}
            draggable={!isOnEdge}
            onDragStart={event => {
              event.dataTransfer.setData(dragType, field)
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragOver={event => {
              if (!event.dataTransfer.types.includes(dragType)) return
              event.preventDefault()
              setOver(field)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={event => drop(event, field)}
          >
            {sortKey ? (
              <button
                type="button"
                className="head"
                onClick={() => onSort(direction === 'descending' ? sortKey : `-${sortKey}`)}
              >
                {name}
                {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={11} />}
              </button>
            ) : (
              <span className="head">{name}</span>
            )}
            {day?.field === field && <span className="faint number one-line">{day.text}</span>}
            <HeadMenu
              field={field}
              control={control}
              onSort={sortKey && (descending => onSort(descending ? `-${sortKey}` : sortKey))}
              onFit={() => fittedWidth(gridRef.current, columns, field)}
            />
            <ColumnHandle
              column={column}
              control={control}
              onHover={setOnEdge}
              onFit={() => fittedWidth(gridRef.current, columns, field)}
            />
          </div>
        )
      })}
    </div>
  )
}

/** Width in pixels that the rows in view need for a column. */
function fittedWidth(grid: HTMLElement | null, columns: readonly Column[], field: string): number {
  const index = columns.findIndex(column => column.field === field)
  const head = grid?.querySelectorAll<HTMLElement>('.head-cell .head')[index]
  let width = (head?.scrollWidth ?? 0) + headExtra
  for (const row of grid?.querySelectorAll('.result:not(.loading)') ?? []) {
    // The gutter is the first cell.
    const cell = row.children[index + 1]
    if (!cell) continue
    const range = document.createRange()
    range.selectNodeContents(cell)
    width = Math.max(width, range.getBoundingClientRect().width + cellExtra)
  }
  return Math.max(minColumnWidth, Math.min(maxColumnWidth, Math.ceil(width)))
}

interface HeadMenuProps {
  field: string
  control: ColumnControl
  /** Undefined for a column that cannot be sorted. */
  onSort: ((descending: boolean) => void) | undefined
  onFit: () => number
}

/** The menu of a column. */
function HeadMenu({ field, control, onSort, onFit }: HeadMenuProps) {
  const { columns, change } = control
  const index = columns.findIndex(column => column.field === field)
  return (
    <MenuButton
      content={<Icon name="more" size={12} />}
      label={columnTexts.menu(fieldText(field))}
      className="head-menu"
      menu
    >
      {onSort && (
        <>
          <MenuItem onClick={() => onSort(true)}>
            <Icon name="down" /> {columnTexts.sortDown}
          </MenuItem>
          <MenuItem onClick={() => onSort(false)}>
            <Icon name="up" /> {columnTexts.sortUp}
          </MenuItem>
        </>
      )}
      <MenuItem disabled={index === 0} onClick={() => change(withColumnMoved(columns, field, -1))}>
        <Icon name="left" /> {columnTexts.moveLeft}
      </MenuItem>
      <MenuItem
        disabled={index === columns.length - 1}
        onClick={() => change(withColumnMoved(columns, field, 1))}
      >
        <Icon name="right" /> {columnTexts.moveRight}
      </MenuItem>
      <MenuItem onClick={() => change(withColumnSized(columns, field, onFit()))}>
        <Icon name="wrap" /> {columnTexts.fit}
      </MenuItem>
      <MenuItem disabled={columns.length === 1} onClick={() => change(withoutColumn(columns, field))}>
        <Icon name="close" /> {columnTexts.remove}
      </MenuItem>
    </MenuButton>
  )
}
