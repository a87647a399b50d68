import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { showToast } from '../../components/toast.tsx'
import {
  type Column,
  columnsText,
  defaultColumns,
  maxColumns,
  readColumns,
  sameColumns,
  withColumn,
  withoutColumn,
} from '../../search/state/columns.ts'
import type { SearchControl } from '../../search/state/use-search-state.ts'
import { setPreferences, usePreferences } from '../../state/preferences.ts'
import { columnTexts } from '../../texts/search/results.ts'

/** The columns of the results, and how to change them. */
export interface ColumnControl {
  columns: readonly Column[]
  /**
   * Changes the columns of the address if it names some (a saved or shared search), otherwise the user's
   * columns.
   */
  change: (columns: readonly Column[]) => void
  add: (field: string) => void
  remove: (field: string) => void
  has: (field: string) => boolean
  /** Resets to the user's columns, or to the default ones. Undefined if they are already shown. */
  reset: (() => void) | undefined
  /** Saves the columns of the address as the user's columns; undefined if the address has none. */
  keep: (() => void) | undefined
}

/** For components outside of a search: the default columns, which cannot be changed. */
const noControl: ColumnControl = {
  columns: defaultColumns,
  change: () => {},
  add: () => {},
  remove: () => {},
  has: () => false,
  reset: undefined,
  keep: undefined,
}
const ColumnContext = createContext<ColumnControl>(noControl)

/** The columns of the results, for any component that adds or removes one. */
export function useColumns(): ColumnControl {
  return useContext(ColumnContext)
}

/** Provides `useColumns` to the components of a search. */
export function ColumnProvider({ control, children }: { control: SearchControl; children: ReactNode }) {
  const { state, change: changeSearch } = control
  const preferred = usePreferences().columns
  const value = useMemo<ColumnControl>(() => {
    const userColumns = readColumns(preferred)
    const isOfAddress = state.columns !== undefined
    const columns = state.columns ?? userColumns ?? defaultColumns
    /** Saves the user's columns. The default ones are saved as '', as undefined is. */
    const saveOwn = (next: readonly Column[] | undefined) =>
      setPreferences({ columns: next && !sameColumns(next, defaultColumns) ? columnsText(next) : '' })
    const change = (next: readonly Column[]) =>
      isOfAddress ? changeSearch({ columns: next }, true) : saveOwn(next)
    const removeFromAddress = () => changeSearch({ columns: undefined }, true)
    const keepOfAddress = () => {
      saveOwn(state.columns)
      removeFromAddress()
    }
    const resetOwn = userColumns && (() => saveOwn(undefined))
    return {
      columns,
      change,
      add: field => {
        if (columns.length >= maxColumns) showToast(columnTexts.tooMany(maxColumns))
        else change(withColumn(columns, field))
      },
      remove: field => change(withoutColumn(columns, field)),
      has: field => columns.some(column => column.field === field),
      reset: isOfAddress ? removeFromAddress : resetOwn,
      keep: isOfAddress ? keepOfAddress : undefined,
    }
  }, [state.columns, preferred, changeSearch])
  return <ColumnContext value={value}>{children}</ColumnContext>
}
