import { fieldText } from '../../../charts/name-text.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { withColumnMoved, withColumnSized, withoutColumn } from '../../search/state/columns.ts'
import { columnTexts } from '../../texts/search/results.ts'
import type { ColumnControl } from '../columns/use-columns.tsx'

interface Props {
  field: string
  control: ColumnControl
  /** Undefined for a column that cannot be sorted. */
  onSort: ((descending: boolean) => void) | undefined
  onFit: () => number
}

/** Actions on a column. */
export function HeadMenu({ field, control, onSort, onFit }: Props) {
  const { columns, change } = control
  const at = columns.findIndex(column => column.field === field)
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
      <MenuItem disabled={at === 0} onClick={() => change(withColumnMoved(columns, field, -1))}>
        <Icon name="left" /> {columnTexts.moveLeft}
      </MenuItem>
      <MenuItem
        disabled={at === columns.length - 1}
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
