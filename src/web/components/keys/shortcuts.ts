import { shortcutTexts } from '../../texts/shell.ts'

export type ShortcutGroup = 'everywhere' | 'lists' | 'search' | 'dashboards'

/**
 * Every key that a page may handle, and what it does: help and palette list them. Keys that open a page are
 * in shell/pages.ts.
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

export type ShortcutKey = keyof typeof shortcuts
