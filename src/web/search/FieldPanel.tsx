import { useState } from 'react'
import { Icon } from '../components/Icon.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { Facet } from './Facets.tsx'
import { type FacetField, facetFields, facetRequest } from './search-requests.ts'
import type { SearchControl } from './use-search-state.ts'

interface Props {
  control: SearchControl
  /** The query or a filter has an error: nothing can be asked. */
  isInvalid: boolean
}

/** The most frequent values of some fields, beside the results. Can be folded up. */
export function FieldPanel({ control, isInvalid }: Props) {
  const prefersFacets = usePreferences().facets
  const narrow = useNarrow()
  const [unfolded, setUnfolded] = useState(false)
  // On a narrow window open facets would push the results out of sight.
  const open = narrow ? unfolded : prefersFacets
  return (
    <aside className={open ? 'facets' : 'facets folded'} aria-label="Top values">
      <button
        type="button"
        className="facets-toggle"
        aria-expanded={open}
        onClick={() => (narrow ? setUnfolded(!open) : setPreferences({ facets: !open }))}
      >
        <Icon name={!open ? 'filter' : narrow ? 'up' : 'left'} size={14} />
        <span className={open || narrow ? undefined : 'unseen'}>Top values</span>
      </button>
      {open &&
        facetFields.map(field => (
          <WatchedFacet key={field} field={field} control={control} isInvalid={isInvalid} />
        ))}
    </aside>
  )
}

function WatchedFacet({ field, control, isInvalid }: Props & { field: FacetField }) {
  const zone = useZone()
  const { state } = control
  const query = useLiveQuery(isInvalid ? undefined : facetRequest(state, zone, field), state.live)
  return <Facet field={field} query={query} />
}
