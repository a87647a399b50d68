import { shortcuts } from '../components/keys/shortcuts.ts'
import { activeKeys } from '../components/keys/use-keys.ts'
import { navigate } from '../state/location.ts'
import { browserZoneName, densities, setPreferences, themes } from '../state/preferences.ts'
import { signOut } from '../state/session.ts'
import { openTaskDialog } from '../tasks/task-dialog-input.ts'
import { shellTexts } from '../texts/shell.ts'
import type { Command } from './command.ts'

const texts = shellTexts.palette

/** Actions available on every page. */
export function globalActions(onHelp: () => void, canUseTasks: boolean, canUseTriggers: boolean): Command[] {
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
export function pageActions(): Command[] {
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
