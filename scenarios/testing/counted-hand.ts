import type { Locator, Page } from 'playwright-core'

/**
 * Counts user actions from trusted browser events: a pointer press, a key, a text typed in one go. Playwright
 * stops a press that would miss its target at the window, and tries again: the document sees one press.
 */
const counter = `{
  globalThis.acts = []
  let isTyping = false
  document.addEventListener('pointerdown', event => {
    if (!event.isTrusted || !event.isPrimary) return
    isTyping = false
    acts.push('click')
  }, true)
  document.addEventListener('keydown', event => {
    const { isTrusted, key, ctrlKey, metaKey } = event
    if (!isTrusted || ['Control', 'Shift', 'Meta', 'Alt'].includes(key)) return
    const isText = key.length === 1 && !ctrlKey && !metaKey &&
      event.composedPath()[0].matches('textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])')
    if (!isText || !isTyping) acts.push(isText ? 'text' : key)
    isTyping = isText
  }, true)
}`

/** Counts in every document that the page opens from now on. */
export async function countActs(page: Page): Promise<void> {
  await page.addInitScript(counter)
}

/** A user of a page, whose clicks, key presses and texts are counted. */
export class CountedHand {
  readonly page: Page
  /** Choices in a native list of the browser, which fires no event. */
  #choices = 0

  /** For a page that opens later: needs `countActs`. */
  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    await target.click()
  }

  /** Chooses from a native list of the browser: a click to open it, and a choice. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label })
    this.#choices += 2
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  /** Types at the current focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Number of actions since the page was opened. */
  async count(): Promise<number> {
    const acts = await this.page.evaluate<string[]>('acts')
    return acts.length + this.#choices
  }
}
