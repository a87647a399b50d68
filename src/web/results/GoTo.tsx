import { MenuButton } from '../components/menus/MenuButton.tsx'
import { lazyComponent } from '../state/lazy-part.ts'
import { goToTexts, resultTexts } from '../texts/search/results.ts'
import type { GoToProps } from './GoToPanel.tsx'

const GoToPanel = lazyComponent(async () => (await import('./GoToPanel.tsx')).GoToPanel)

/** Shows the number of the current row, and goes to a row by its number or time. */
export function GoTo({ search, rows, position, control, onGoTo }: GoToProps) {
  const text = resultTexts.position(Math.min(position + 1, rows.count), rows.total)
  return (
    <MenuButton
      content={<span className="number">{text}</span>}
      label={`${text}. ${goToTexts.label}`}
      className="button quiet small row-position"
      alignRight
    >
      {close => (
        <GoToPanel
          search={search}
          rows={rows}
          position={position}
          control={control}
          onGoTo={(index, align) => {
            close()
            onGoTo(index, align)
          }}
        />
      )}
    </MenuButton>
  )
}
