import { useCallback, useEffect, useMemo, useRef } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { Announcement } from '../components/Announcement.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { SearchField } from '../components/forms/SearchField.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { Link } from '../components/Link.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { Pager } from '../components/lists/Pager.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { useNow } from '../components/use-now.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import { navigate, useLocation } from '../state/location.ts'
import { useHasPermission } from '../state/session.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import { GroupDetail } from './GroupDetail.tsx'
import { GroupRow } from './GroupRow.tsx'
import {
  type NotificationsState,
  notificationsAddress,
  readNotificationsState,
} from './notifications-address.ts'
import { useNotificationCounts } from './use-notification-counts.ts'
import { useNotifications } from './use-notifications.ts'
import '../components/kit.css'
import './notifications.css'

/** The inbox: a group of notifications for each trigger, and the events of the open group beside the list. */
export function NotificationsPage() {
  const { query } = useLocation()
  const state = useMemo(() => readNotificationsState(query), [query])
  const now = useNow(10)
  const isNarrow = useNarrow()
  const counts = useNotificationCounts()
  const { page, isStale, error, retry, offPage, readAll, mark, removeEntry, remove } = useNotifications(state)
  const list = useRef<HTMLUListElement>(null)
  const detail = useRef<HTMLElement>(null)
  const set = useCallback(
    (change: Partial<NotificationsState>, replace = false) =>
      navigate(notificationsAddress({ ...state, ...change }), replace),
    [state],
  )
  const groups = page?.objects ?? []
  // A group that was read leaves the list of unread ones, but stays open.
  const openGroup =
    groups.find(({ id }) => id === state.open) ?? (offPage?.id === state.open ? offPage : undefined)
  usePageTitle(openGroup ? printable(openGroup.name) : texts.title)

  // With room beside the list, the newest group is open from the start.
  const newest = isNarrow || isStale || state.open !== undefined ? undefined : groups[0]?.id
  useEffect(() => {
    if (newest !== undefined) set({ open: newest }, true)
  }, [newest, set])
  const removeGroup = (group: NotificationGroup) => {
    // Opens another group, since a deleted one cannot be read again.
    const index = groups.findIndex(({ id }) => id === group.id)
    if (state.open === group.id) set({ open: (groups[index + 1] ?? groups[index - 1])?.id }, true)
    remove(group)
  }
  const changes = { mark, removeEntry, remove: removeGroup }
  // Without an open group, opens the first one in the direction.
  const openNext = (step: 1 | -1) => {
    const index = groups.findIndex(({ id }) => id === state.open)
    const first = step > 0 ? groups[0] : groups.at(-1)
    const next = index < 0 ? first : groups[index + step]
    if (!next) return
    // Stepping through groups is one entry of the history.
    set({ open: next.id }, state.open !== undefined)
    list.current?.querySelector(`[data-group="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const openNewestEvent = () => {
    const focused = document.activeElement
    const link = detail.current?.querySelector<HTMLAnchorElement>('.entry-open')
    // The focused element handles the key itself.
    if (!link || focused instanceof HTMLAnchorElement || focused instanceof HTMLButtonElement) return false
    link.click()
    return true
  }
  const closeOpen = () => (state.open === undefined ? false : set({ open: undefined }))
  useKeys({
    j: () => openNext(1),
    k: () => openNext(-1),
    e: () => openGroup && changes.mark(openGroup, !openGroup.read_flag),
    '#': () => openGroup && !openGroup.read_only && changes.remove(openGroup),
    Enter: openNewestEvent,
    Escape: closeOpen,
    '/': () => document.querySelector<HTMLElement>('.inbox-filters input')?.focus(),
    r: retry,
  })
  const unread = counts?.unread_groups ?? 0

  return (
    <main className={state.open === undefined ? 'page inbox' : 'page inbox opened'}>
      <div className="inbox-list">
        <header className="page-bar">
          <h1>{texts.title}</h1>
          <span className="grow" />
          <Button disabled={unread === 0} onClick={readAll}>
            <Icon name="check" size={14} /> {texts.readAll}
          </Button>
        </header>
        <div className="inbox-filters row gap-10">
          <nav className="segments" aria-label={texts.showLabel}>
            {(['unread', 'all'] as const).map(show => (
              <Link
                key={show}
                href={notificationsAddress({ ...state, show, page: 1, open: undefined })}
                aria-current={state.show === show ? 'page' : undefined}
              >
                {texts.shows[show]}
                {show === 'unread' && unread > 0 && (
                  <span className="number inbox-count">{exactNumber(unread)}</span>
                )}
              </Link>
            ))}
          </nav>
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            value={state.text}
            onChange={text => set({ text, page: 1 }, true)}
          />
        </div>
        {state.trigger !== undefined && (
          <p className="inbox-only row gap-8 soft">
            {groups[0] && !isStale ? texts.ofTrigger(printable(groups[0].name)) : texts.ofSomeTrigger}
            <Link className="button small" href="/notifications">
              {texts.showAll}
            </Link>
          </p>
        )}
        <Announcement text={counts ? texts.unread(unread, exactNumber(unread)) : ''} />
        {!page && error !== undefined && <ErrorNotice title={texts.failed} error={error} onRetry={retry} />}
        {page && !isStale && groups.length === 0 && (
          <EmptyInbox state={state} hasAny={(counts?.group_count ?? 0) > 0} onChange={set} />
        )}
        {groups.length > 0 && (
          <>
            <ul
              className={isStale ? 'inbox-groups card lined stale' : 'inbox-groups card lined'}
              ref={list}
              aria-label={texts.list}
            >
              {groups.map(group => (
                <GroupRow
                  key={group.id}
                  group={group}
                  now={now}
                  isOpen={group.id === state.open}
                  address={notificationsAddress({ ...state, open: group.id })}
                  changes={changes}
                />
              ))}
            </ul>
            <footer className="list-foot row">
              <span className="faint inbox-keys">{texts.keys}</span>
              <span className="grow" />
              <Pager
                page={page && !isStale ? page.page_number : state.page}
                pages={page?.page_count ?? 1}
                onChange={page => set({ page })}
              />
            </footer>
          </>
        )}
      </div>
      <section
        className="inbox-detail"
        ref={detail}
        aria-label={openGroup ? printable(openGroup.name) : texts.title}
      >
        {openGroup ? (
          <GroupDetail
            key={openGroup.id}
            group={openGroup}
            now={now}
            back={notificationsAddress({ ...state, open: undefined })}
            changes={changes}
          />
        ) : (
          groups.length > 0 && <p className="inbox-choose">{texts.choose}</p>
        )}
      </section>
    </main>
  )
}

interface EmptyInboxProps {
  state: NotificationsState
  /** The user has notifications, which the filter or the page number leaves out. */
  hasAny: boolean
  onChange: (change: Partial<NotificationsState>) => void
}

/** Why the inbox shows nothing. */
function EmptyInbox({ state, hasAny, onChange }: EmptyInboxProps) {
  const canUseTriggers = useHasPermission('triggers')
  const showAll = (
    <Button onClick={() => onChange({ show: 'all', text: '', trigger: undefined, page: 1 })}>
      {texts.showAll}
    </Button>
  )
  if (!hasAny)
    return (
      <EmptyList
        title={texts.noneTitle}
        text={texts.none}
        action={
          canUseTriggers && (
            <Link className="button" href="/triggers">
              {texts.triggers}
            </Link>
          )
        }
      />
    )
  if (state.text !== '' || state.trigger !== undefined)
    return <EmptyList title={texts.noMatchTitle} action={showAll} />
  return <EmptyList title={texts.emptyTitle} text={texts.empty} action={showAll} />
}
