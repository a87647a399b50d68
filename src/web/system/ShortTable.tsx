import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { type Column, Table } from '../components/lists/Table.tsx'

interface Props<T> {
  rows: readonly T[]
  columns: readonly Column<T>[]
  keyOf: (item: T) => string
  /** Number of rows shown at first. */
  maxListed: number
  /** Text of the button that lists all rows. */
  allText: (count: number) => string
}

/** A table of the first rows, with a button that shows all of them. Renders nothing without rows. */
export function ShortTable<T>({ rows, columns, keyOf, maxListed, allText }: Props<T>) {
  const [showsAll, setShowsAll] = useState(false)
  if (rows.length === 0) return null
  return (
    <>
      <Table rows={showsAll ? rows : rows.slice(0, maxListed)} columns={columns} keyOf={keyOf} />
      {!showsAll && rows.length > maxListed && (
        <Button className="small" onClick={() => setShowsAll(true)}>
          {allText(rows.length)}
        </Button>
      )}
    </>
  )
}
