import { useMemo, useState } from 'react'
import { readDashboardNames } from '../api/dashboards.ts'
import { readSavedSearches } from '../api/searches.ts'
import { shortcuts } from '../components/keys/shortcuts.ts'
import { activeKeys } from '../components/keys/use-keys.ts'
import { usePlaces } from '../navigation/Navigation.tsx'
import { recentSearchText } from '../search/history/recent-search-text.ts'
import { recentSearches } from '../search/history/search-history.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import { browserZoneName, densities, setPreferences, themes } from '../state/preferences.ts'
import { signOut, useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { openTaskDialog } from '../tasks/task-dialog-input.ts'
import { shellTexts } from '../texts/shell.ts'
import type { Command } from './command.ts'
import { bestMatches } from './match.ts'
import { recentCommands } from './recent-commands.ts'

const texts = shellTexts.palette

const maxShown = 50
const maxHistory = 5

/** Commands for the typed text, best first; without a text the last used ones come first. */
export function useCommands(typed: string, onHelp: () => void): Command[] {
  const places = usePlaces()
  const canUseTasks = useHasPermission('tasks')
  const canUseTriggers = useHasPermission('triggers')
  const dashboards = useRead(['palette', 'dashboards'], signal => readDashboardNames('', signal)).data
  const searches = useRead(['palette', 'searches'], signal => readSavedSearches('', signal)).data?.objects
  // As they were when the palette opened: nothing behind it handles keys.
  const [ofPage] = useState(pageActions)
  const [recent] = useState(recentCommands)
  const all = useMemo(
    (): Command[] => [
      ...places.map(({ path, name, keys }) => ({ ...goTo(path, path, name, 'page'), ...(keys && { keys }) })),
      ...ofPage,
      ...(searches?.map(({ id, title }) => goTo(`search-${id}`, `/search?saved=${id}`, title, 'search')) ??
        []),
      ...(dashboards?.map(({ id, title }) =>
        goTo(`dashboard-${id}`, `/dashboards/${id}`, title, 'dashboard'),
      ) ?? []),
      ...globalActions(onHelp, canUseTasks, canUseTriggers),
      ...recentSearches()
        .slice(0, maxHistory)
        .map(search => {
          const text = recentSearchText(search)
          return goTo(`query-${text}`, searchAddress(search), text, 'recent')
        }),
    ],
    [places, ofPage, searches, dashboards, onHelp, canUseTasks, canUseTriggers],
  )
  return useMemo(() => {
    const text = typed.trim()
    const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
    const byUse = all.toSorted((a, b) => rank(a.id) - rank(b.id))
    if (text === '') return byUse.slice(0, maxShown)
    const search = goTo(
      `query-${text}`,
      searchAddress({ text }),
      shellTexts.palette.searchFor(text),
      'action',
    )
    return [...bestMatches(byUse, text, maxShown), search]
  }, [all, typed, recent])
}

function goTo(id: string, address: string, text: string, kind: Command['kind']): Command {
  return { id, text, kind, run: () => navigate(address) }
}

/** Actions available on every page. */
function globalActions(onHelp: () => void, canUseTasks: boolean, canUseTriggers: boolean): Command[] {
  return [
    ...(canUseTasks ? [action('new-task', texts.newTask, () => openTaskDialog({}))] : []),
    ...(canUseTriggers ? [action('new-trigger', texts.newTrigger, () => navigate('/triggers/new'))] : []),
    ...themes.map(theme =>
      action(`theme-${theme}`, shellTexts.themes[theme], () => setPreferences({ theme })),
    ),
    ...densities.map(density =>
      action(`density-${density}`, shellTexts.densities[density], () => setPreferences({ density })),
    ),
    {
      ...action('zone-browser', texts.zoneBrowser, () => setPreferences({ zone: browserZoneName })),
      kind: 'time',
    },
    { ...action('zone-utc', texts.zoneUtc, () => setPreferences({ zone: 'UTC' })), kind: 'time' },
    { ...action('help', shellTexts.help, onHelp), keys: '?' },
    action('sign-out', shellTexts.signOut, () => void signOut()),
  ]
}

/** Actions of single keys on the open page. */
function pageActions(): Command[] {
  const handlers = activeKeys()
  return Object.entries(shortcuts).flatMap(([key, { text, group }]) => {
    // Moving among rows makes no sense in a palette, and help has its own row.
    const handler = Object.entries(handlers).find(([handled]) => handled === key)?.[1]
    if (!handler || group === 'lists' || key === '?') return []
    return [{ ...action(`key-${key}`, text, () => void handler()), keys: key }]
  })
}

function action(id: string, text: string, run: () => void): Command {
  return { id, text, kind: 'action', run }
}
