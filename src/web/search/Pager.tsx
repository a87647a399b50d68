import { exactNumber } from '../../charts/number-text.ts'
import { Icon } from '../components/Icon.tsx'

interface Props {
  page: number
  pages: number
  onChange: (page: number) => void
}

export function Pager({ page, pages, onChange }: Props) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav className="pager" aria-label="Pages of results">
      <button
        type="button"
        className="button quiet small icon"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="left" size={14} />
      </button>
      <span className="number soft">
        {exactNumber(page)} <span className="faint">of</span> {exactNumber(pages)}
      </span>
      <button
        type="button"
        className="button quiet small icon"
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" size={14} />
      </button>
    </nav>
  )
}
