import { useEffect, useRef } from 'react'
import { currentPreferences } from '../../state/preferences.ts'
import { shortcutTexts } from '../../texts/shell.ts'

/**
 * Handlers by key, or by two keys in sequence (`g s`). A handler that returns false leaves the key to the
 * browser.
 */
type Keys = { [K in ShortcutKey | `g ${string}`]?: () => unknown }

/** The keys that mounted components handle. */
const mounted = new Set<{ current: Keys }>()

/** Handlers of all keys that currently do something on the page. */
export function activeKeys(): Keys {
  return Object.assign({}, ...[...mounted].map(({ current }) => current))
}

/** The first key of sequences. */
const prefixKey = 'g'
/** The second key of a sequence must follow within this time. */
const sequenceTimeoutMs = 1500
/** Time stamp of the last key press, if it was the first key of a sequence; otherwise -Infinity. */
let prefixPressedAt = Number.NEGATIVE_INFINITY
/** Names of key presses. Naming a key press ends a sequence, but all listeners must get the same name. */
const keyNames = new WeakMap<KeyboardEvent, string>()

/** The name of a key press in `Keys`: the key, or `g` and the key if `g` was pressed before. */
function keyNameOf(event: KeyboardEvent): string {
  const known = keyNames.get(event)
  if (known !== undefined) return known
  const follows = event.timeStamp - prefixPressedAt < sequenceTimeoutMs
  prefixPressedAt = event.key === prefixKey && !follows ? event.timeStamp : Number.NEGATIVE_INFINITY
  const name = follows ? `${prefixKey} ${event.key}` : event.key
  keyNames.set(event, name)
  return name
}

/**
 * Handles keys anywhere on the page, but not in inputs, dialogs and menus. The user can switch off keys that
 * are single characters (WCAG 2.1.4).
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key.length === 1 && !currentPreferences().keys) return
      if (isTyping(event.target) || document.querySelector('dialog[open], :popover-open')) return
      const act = Object.entries(latest.current).find(([key]) => key === keyNameOf(event))?.[1]
      if (act && act() !== false) event.preventDefault()
    }
    mounted.add(latest)
    document.addEventListener('keydown', listen)
    return () => {
      mounted.delete(latest)
      document.removeEventListener('keydown', listen)
    }
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** Where on the page keys have an effect: the groups of the help. */
export type ShortcutGroup = 'everywhere' | 'lists' | 'search'

/**
 * Every key that a page may handle, and what it does: help and palette list them. Keys that open a page are
 * in navigation/pages.ts.
 */
export const shortcuts = {
  '?': { text: shortcutTexts.help, group: 'everywhere' },
  '/': { text: shortcutTexts.query, group: 'everywhere' },
  t: { text: shortcutTexts.time, group: 'everywhere' },
  r: { text: shortcutTexts.refresh, group: 'everywhere' },
  n: { text: shortcutTexts.create, group: 'everywhere' },
  e: { text: shortcutTexts.edit, group: 'everywhere' },
  l: { text: shortcutTexts.live, group: 'search' },
  s: { text: shortcutTexts.save, group: 'search' },
  j: { text: shortcutTexts.next, group: 'lists' },
  k: { text: shortcutTexts.previous, group: 'lists' },
  Enter: { text: shortcutTexts.open, group: 'lists' },
  '#': { text: shortcutTexts.remove, group: 'lists' },
  Escape: { text: shortcutTexts.close, group: 'lists' },
} as const satisfies Record<string, { text: string; group: ShortcutGroup }>

type ShortcutKey = keyof typeof shortcuts
