import { formatBytes } from '../../schema/text/format-bytes.ts'
import { Check } from '../components/forms/Check.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { archiveTexts } from '../texts/search/results.ts'
import { useArchive } from './use-archive.ts'

/** The check box to search archived days too. Renders nothing while there are none. */
export function ArchiveBox({ control: { state, change } }: { control: SearchControl }) {
  const archive = useArchive()
  if (archive === undefined && !state.withArchive) return null
  return (
    <Check
      isOn={state.withArchive}
      title={archive && archiveTexts.cost(archive.days, formatBytes(archive.bytes))}
      onChange={withArchive => change({ withArchive })}
    >
      {archiveTexts.include}
    </Check>
  )
}
