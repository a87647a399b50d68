import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { type DashboardName, readDashboardNames } from '../api/dashboards.ts'
import { parseJson } from '../api/http/request.ts'
import { readSavedSearches } from '../api/searches.ts'
import { Icon } from '../components/Icon.tsx'
import { activeKeys, shortcuts } from '../components/keys/use-keys.ts'
import { usePageLinks } from '../navigation/Navigation.tsx'
import { recentSearchText } from '../search/history/recent-search-text.ts'
import { recentSearches } from '../search/history/search-history.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import {
  browserZoneName,
  densities,
  loadFromStorage,
  saveToStorage,
  setPreferences,
  themes,
} from '../state/preferences.ts'
import { signOut, useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { openTaskDialog } from '../tasks/task-dialog-input.ts'
import { shellTexts } from '../texts/shell.ts'
import { bestMatches } from './match.ts'
import './palette.css'

const texts = shellTexts.palette

interface Props {
  onClose: () => void
  onHelp: () => void
}

/**
 * The command palette, a dialog that finds pages, dashboards, saved searches and actions by name. Its field
 * and list follow the combobox pattern of the ARIA Authoring Practices Guide.
 */
export function Palette({ onClose, onHelp }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  /** Index of the selected command. The list may have become shorter since. */
  const [active, setActive] = useState(0)
  const commands = useCommands(typed, onHelp)
  const activeIndex = Math.min(active, commands.length - 1)

  useEffect(() => dialog.current?.showModal(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the selected command of each new list
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex, typed])

  const run = (command: Command | undefined) => {
    if (!command) return
    rememberCommand(command.id)
    // Closing the dialog gives the focus back. The command runs afterwards, since it may move the focus.
    dialog.current?.close()
    command.run()
  }
  /** Selects a command; after the last one comes the first one. */
  const move = (to: number) => setActive((to + commands.length) % Math.max(1, commands.length))

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={texts.label}
      onClose={onClose}
      onClick={event => {
        if (event.target === event.currentTarget) dialog.current?.close()
      }}
      onKeyDown={event => {
        // The dialog closes at the first Escape, even in browsers where Escape would only empty the field.
        if (event.key === 'Escape') {
          event.preventDefault()
          dialog.current?.close()
        }
      }}
    >
      <div className="palette-field row gap-10 faint">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeIndex < 0 ? undefined : `${id}-${activeIndex}`}
          aria-autocomplete="list"
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'ArrowDown') move(activeIndex + 1)
            else if (event.key === 'ArrowUp') move(activeIndex - 1)
            else if (event.key === 'Enter') run(commands[activeIndex])
            else return
            event.preventDefault()
          }}
        />
      </div>
      <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label={texts.results}>
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          <div
            key={`${command.kind}-${command.id}`}
            id={`${id}-${index}`}
            role="option"
            className="option"
            aria-selected={index === activeIndex}
            onMouseMove={() => setActive(index)}
            onClick={() => run(command)}
          >
            <span className="grow one-line">{printable(command.text)}</span>
            {command.keys?.split(' ').map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
            <span className="faint">{texts.kinds[command.kind]}</span>
          </div>
        ))}
      </div>
      <p className="palette-foot faint" aria-hidden="true">
        <kbd>{texts.footKeys[0]}</kbd> {texts.foot[0]}
        <kbd>{texts.footKeys[1]}</kbd> {texts.foot[1]}
        <kbd>{texts.footKeys[2]}</kbd> {texts.foot[2]}
      </p>
    </dialog>
  )
}

const maxShown = 50
/** Maximum recent searches of the search page among the commands. */
const maxRecentSearches = 5
// Constants, so that `useMemo` sees no change while there are no data.
const noDashboards: readonly DashboardName[] = []
const noSearches: readonly SavedSearch[] = []

/** Commands for the typed text, best first; without a text, the last used commands first. */
function useCommands(typed: string, onHelp: () => void): Command[] {
  const links = usePageLinks()
  const canUseTasks = useHasPermission('tasks')
  const canUseTriggers = useHasPermission('triggers')
  const dashboards = useRead(['palette', 'dashboards'], readDashboardNames).data ?? noDashboards
  const searches =
    useRead(['palette', 'searches'], signal => readSavedSearches('', signal)).data?.objects ?? noSearches
  // Read once, when the palette opens.
  const [actionsOfPage] = useState(pageActions)
  const [lastUsedIds] = useState(lastUsedCommands)
  const all = useMemo(
    (): Command[] => [
      ...links.map(({ path, name, keys }) => ({
        ...linkTo(path, { id: path, text: name, kind: 'page' }),
        ...(keys && { keys }),
      })),
      ...actionsOfPage,
      ...searches.map(({ id, title }) =>
        linkTo(`/search?saved=${id}`, { id: `search-${id}`, text: title, kind: 'search' }),
      ),
      ...dashboards.map(({ id, title }) =>
        linkTo(`/dashboards/${id}`, { id: `dashboard-${id}`, text: title, kind: 'dashboard' }),
      ),
      ...globalActions(onHelp, canUseTasks, canUseTriggers),
      ...recentSearches()
        .slice(0, maxRecentSearches)
        .map(search => {
          const text = recentSearchText(search)
          return linkTo(searchAddress(search), { id: `query-${text}`, text, kind: 'recent' })
        }),
    ],
    [links, actionsOfPage, searches, dashboards, onHelp, canUseTasks, canUseTriggers],
  )
  return useMemo(() => {
    const text = typed.trim()
    const rank = (id: string) => (lastUsedIds.includes(id) ? lastUsedIds.indexOf(id) : lastUsedIds.length)
    const byUse = all.toSorted((a, b) => rank(a.id) - rank(b.id))
    if (text === '') return byUse.slice(0, maxShown)
    const searchForText = linkTo(searchAddress({ text }), {
      id: `query-${text}`,
      text: texts.searchFor(text),
      kind: 'action',
    })
    return [...bestMatches(byUse, text, maxShown), searchForText]
  }, [all, typed, lastUsedIds])
}

/** A command that opens an address. */
function linkTo(address: string, command: Omit<Command, 'run'>): Command {
  return { ...command, run: () => navigate(address) }
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

/** Actions of the single-key shortcuts that the open page handles. */
function pageActions(): Command[] {
  const handlers = activeKeys()
  return Object.entries(shortcuts).flatMap(([key, { text, group }]) => {
    // Keys that move among rows make no sense in the palette, and help is a global action.
    const handler = Object.entries(handlers).find(([handled]) => handled === key)?.[1]
    if (!handler || group === 'lists' || key === '?') return []
    return [{ ...action(`key-${key}`, text, () => void handler()), keys: key }]
  })
}

function action(id: string, text: string, run: () => void): Command {
  return { id, text, kind: 'action', run }
}

/** A row of the palette. */
interface Command {
  /** The same whenever the palette opens: the last used commands are stored by id. */
  id: string
  text: string
  kind: keyof typeof texts.kinds
  /** The keys of the same action, shown beside the text. */
  keys?: string
  run: () => void
}

const storageKey = 'millrace.commands'
const maxLastUsed = 12

/** Ids of the last used commands in this browser, newest first. */
function lastUsedCommands(): string[] {
  const stored = parseJson(loadFromStorage(storageKey) ?? '[]')
  return Array.isArray(stored) ? stored.filter(id => typeof id === 'string').slice(0, maxLastUsed) : []
}

function rememberCommand(id: string): void {
  saveToStorage(storageKey, [...new Set([id, ...lastUsedCommands()])].slice(0, maxLastUsed))
}
