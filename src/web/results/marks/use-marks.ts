import { useMemo } from 'react'
import type { Mark } from '../../../charts/marks.ts'
import { readFirings, readNewestNotifications, readStarts } from '../../api/marks.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useHasPermission } from '../../state/session.ts'
import { usePageSettings } from '../../state/use-page-settings.ts'
import { useRead } from '../../state/use-read.ts'
import { deployMarks, deploysRequest, firingMarks, hasMoreNotifications, restartMarks } from './marks.ts'

/** How often a live search reads its marks again. */
const liveMs = 30_000

/** The marks of a time range, as far as the user may see them. `isCut`: there may be more than were read. */
export function useMarks(range: { from: number; to: number } | undefined, isLive: boolean) {
  const tag = usePageSettings().data?.deploy_tag ?? undefined
  const seesTriggers = useHasPermission('triggers')
  const seesNotifications = useHasPermission('notifications')
  const seesStarts = useHasPermission('audit')
  const hasRange = range !== undefined
  const { from, to } = range ?? { from: 0, to: 0 }
  const shared = { keepsPrevious: true, refetchInterval: isLive ? liveMs : (false as const) }
  const firings = useRead(['marks', 'firings', from, to], signal => readFirings({ from, to }, signal), {
    ...shared,
    enabled: hasRange && seesTriggers,
  })
  const starts = useRead(['marks', 'starts', from, to], signal => readStarts({ from, to }, signal), {
    ...shared,
    enabled: hasRange && seesStarts,
  })
  // The request has no range. The key has it, so that these are read as often as the other marks.
  const notified = useRead(['marks', 'notifications', from, to], readNewestNotifications, {
    ...shared,
    enabled: hasRange && seesNotifications,
  })
  const deploys = useLiveQuery(
    tag === undefined || !hasRange ? undefined : deploysRequest(tag, from, to),
    isLive,
  )
  const events = deploys.answer?.results.events
  const marks = useMemo<Mark[]>(
    () => [
      ...firingMarks(firings.data?.objects ?? [], notified.data?.objects ?? []),
      ...restartMarks(starts.data?.objects ?? []),
      ...(tag === undefined ? [] : deployMarks(tag, events?.objects ?? [])),
    ],
    [firings.data, notified.data, starts.data, events, tag],
  )
  const isCut =
    [firings.data, starts.data].some(page => page && page.item_count > page.objects.length) ||
    notified.data?.objects.some(group => hasMoreNotifications(group, from)) === true ||
    (events !== undefined && events.item_count > events.objects.length)
  const error = [firings, notified, starts, deploys].find(reading => reading.error !== undefined)?.error
  return { marks, isCut, error }
}
