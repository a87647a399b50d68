import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { ShareMenu } from '../saved-searches/ShareMenu.tsx'
import { useHasPermission } from '../state/session.ts'
import { toolTexts } from '../texts/search/results.ts'
import { newTriggerAddress } from '../triggers/links/new-trigger-address.ts'
import type { SearchControl } from './state/use-search-state.ts'

interface Props {
  search: WatchedQuery<'Search'>
  control: SearchControl
}

/** Buttons to share a search and to create a trigger from it, in the toolbar above its results. */
export function SearchTools({ search, control }: Props) {
  const canUseTriggers = useHasPermission('triggers')
  return (
    <>
      <ShareMenu
        control={control}
        answer={search.stale ? undefined : search.answer}
        request={search.request}
      />
      {canUseTriggers && (
        <Link
          className="button quiet small"
          href={newTriggerAddress(control.state)}
          aria-label={toolTexts.createTrigger}
          title={toolTexts.createTriggerHint}
        >
          <Icon name="bell" size={14} /> {toolTexts.trigger}
        </Link>
      )}
    </>
  )
}
