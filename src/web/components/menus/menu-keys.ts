/** Letters typed within this time are one word. */
const typeaheadMs = 700
/** The letters typed so far. Only one menu has the focus, so one text serves all menus. */
let typedText = ''
/** Time stamp of the event of the last letter. */
let typedAt = Number.NEGATIVE_INFINITY

/** The members of a keyboard event that are used. */
interface Pressed {
  key: string
  timeStamp: number
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget
}

/** The keys of menus: arrows, Home, End and the first letters of an item. */
export const menuKeys = {
  /** Moves the focus among the menu items of a panel. Returns whether it handled the key. */
  handle(panel: HTMLElement, pressed: Pressed): boolean {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false
    if (pressed.target instanceof HTMLElement && pressed.target.matches('input, select, textarea'))
      return false
    const items = itemsOf(panel)
    const at = items.findIndex(item => item.matches(':focus'))
    const names = items.map(item => item.textContent ?? '')
    const to = targetOf(names, at, pressed)
    if (to === undefined) return false
    items[to]?.focus()
    return true
  },

  /** Focuses the first or the last menu item of a panel. */
  focusEnd(panel: HTMLElement, end: 'first' | 'last'): void {
    itemsOf(panel)
      .at(end === 'first' ? 0 : -1)
      ?.focus()
  },
}

function itemsOf(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('.menu-item:not(:disabled)')]
}

/** Index of the item that a key moves to from the item at `at` (-1: no item); undefined for other keys. */
export function targetOf(
  names: readonly string[],
  at: number,
  { key, timeStamp }: Pick<Pressed, 'key' | 'timeStamp'>,
): number | undefined {
  const count = names.length
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  typedText = timeStamp - typedAt < typeaheadMs ? typedText + key.toLowerCase() : key.toLowerCase()
  typedAt = timeStamp
  // Repeating a letter moves to the next item that begins with it.
  const isRepeated = [...typedText].every(letter => letter === typedText[0])
  const prefix = isRepeated ? (typedText[0] ?? '') : typedText
  const start = isRepeated ? at + 1 : Math.max(0, at)
  const order = names.map((_, index) => (start + index) % count)
  return order.find(index => names[index]?.trim().toLowerCase().startsWith(prefix))
}
