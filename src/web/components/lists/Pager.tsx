import { exactNumber } from '../../../charts/number-text.ts'
import { componentTexts } from '../../texts/components.ts'
import { IconButton } from '../IconButton.tsx'

interface Props {
  /** From 1. May be more than `pages`, if the list has become shorter. */
  page: number
  pages: number
  onChange: (page: number) => void
}

/**
 * The number of a list's page, with buttons to the pages before and after it. Hidden if a list has one page.
 */
export function Pager({ page, pages, onChange }: Props) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav className="pager row" aria-label={componentTexts.pagesOfResults}>
      <IconButton
        icon="left"
        label={componentTexts.previousPage}
        iconSize={14}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <span className="number soft">
        {exactNumber(page)} <span className="faint">{componentTexts.pageOf}</span> {exactNumber(pages)}
      </span>
      <IconButton
        icon="right"
        label={componentTexts.nextPage}
        iconSize={14}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  )
}
