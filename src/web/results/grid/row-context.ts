import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Column } from '../../search/state/columns.ts'

/** Values that all rows share. */
export interface RowContext {
  columns: readonly Column[]
  zone: string
  terms: readonly string[]
  wrap: boolean
  ansi: boolean
  /** Show the day beside the time. */
  days: boolean
  addressOf: (event: EventRecord) => string
  onOpen: (id: string, index: number) => void
  onSelect: (index: number, isRange: boolean) => void
  onExpand: (id: string) => void
}
