import { lazyComponent } from '../../state/lazy-part.ts'
import type { TermHintsProps } from './TermHints.tsx'

const TermHints = lazyComponent(async () => (await import('./TermHints.tsx')).TermHints)

/** Hints below the box about terms that look like conditions and are searched as text. */
export function AmbiguousTerms(props: TermHintsProps) {
  return (
    <div className="meanings stack gap-4" role="status">
      {props.textTerms.length > 0 && <TermHints {...props} />}
    </div>
  )
}
