import type { Page } from 'playwright-core'
import type { Visit } from './browser.ts'

/**
 * Texts that a log may contain, and that must never have an effect. Markup would leave an `x-log` element or
 * `window.harmed`.
 */
export const hostileTexts = {
  markup:
    '<x-log></x-log><script>harmed=1</script><img src=x onerror=harmed=1><svg/onload=harmed=1>"\'&amp;{{7*7}}#{7*7}',
  link: 'javascript:harmed=1//data:text/html,<script>harmed=1</script>',
  colours: '\u001b[31mred\u001b[0m\u001b[2J\u001b]8;;javascript:harmed=1\u0007link\u001b]8;;\u0007\u009b32m',
  bidi: 'user\u202egpj.exe\u202c\u2066\u200f\u061cend',
  invisible: 'zero\u200b\u2060\ufeff\u00ad\u034f\u180e\u3164\u{e0041}\u{e0042}width',
  control: 'a\u0000b\u0007c\rd\ne\tf\u007fg\u0085h\u2028i',
  tower: `Z${'\u0301\u0335\u0489'.repeat(60)}algo`,
  surrogate: 'half \ud800 and \udfff pair \ufffe\uffff',
  long: 'w'.repeat(5_000),
  wide: '﷽𒐫'.repeat(100),
  proto: '__proto__',
  member: 'constructor',
} as const

/** Characters that a page must show as escapes, in source form for the browser. */
const unprintable =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}]|\\p{M}{9}'
/** Elements that may scroll sideways by design. */
const scrollsSideways = '.found-list, .found, .chips, .toolbar, .send-code *, .tabs'
/** No log text in a label is longer, nor all log texts of a page together. */
const maxLabel = 6_000
const maxPage = 400_000

/**
 * Effects of hostile texts on the page: their own elements, scripts, characters that disguise or hide,
 * endless labels, boxes that overflow.
 */
export async function hostileFaults(page: Page, name: string): Promise<string[]> {
  const faults = await page.evaluate<string[]>(`(async () => {
    const overlap = () => {
      const rows = [...document.querySelectorAll('.result')].map(one => one.getBoundingClientRect()).sort((a, b) => a.top - b.top)
      return rows.some((row, i) => i > 0 && rows[i - 1].bottom > row.top + 1)
    }
    // Rows get their places in the frames after their heights are measured.
    for (let frame = 0; frame < 3 || (frame < 300 && overlap()); frame++) await new Promise(requestAnimationFrame)
    const found = []
    const raw = new RegExp(${JSON.stringify(unprintable)}, 'u')
    const short = text => JSON.stringify(text.slice(0, 80)) + ' ' + [...text].filter(c => raw.test(c)).slice(0, 3).map(c => c.codePointAt(0).toString(16))
    const place = node => { const path = []; for (let at = node; at && at.nodeType === 1 && path.length < 4; at = at.parentElement) path.push(at.tagName.toLowerCase() + (typeof at.className === 'string' && at.className ? '.' + at.className.trim().split(/\\s+/).join('.') : '')); return path.join(' < ') }
    if (window.harmed !== undefined || ({}).harmed !== undefined) found.push('a script ran')
    for (const one of document.querySelectorAll('x-log, img[src="x"], svg[onload], [onerror], a[href^="javascript:" i], a[href^="data:" i], script:not([src])'))
      found.push('an element of a log: ' + place(one))
    if (raw.test(document.title)) found.push('title of the tab: ' + short(document.title))
    if (document.title.length > 200) found.push('title of the tab: ' + document.title.length + ' characters')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let total = 0
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode
      if (parentElement.closest('script, style, textarea, .query-under')) continue
      total += data.length
      if (raw.test(data)) found.push('text: ' + short(data) + ' in ' + place(parentElement))
    }
    if (total > ${maxPage}) found.push('text of ' + total + ' characters')
    for (const one of document.querySelectorAll('[title], [aria-label], [placeholder], [alt], [aria-valuetext], [data-label], option[label], input[value]'))
      for (const { name, value } of one.attributes) {
        if (!['title', 'aria-label', 'placeholder', 'alt', 'aria-valuetext', 'data-label', 'label'].includes(name)) continue
        if (raw.test(value)) found.push(name + ': ' + short(value) + ' in ' + place(one))
        if (value.length > ${maxLabel}) found.push(name + ': ' + value.length + ' characters in ' + place(one))
      }
    const across = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (across > 0) found.push(across + ' pixels stick out at the right')
    const scrolls = one => { for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) if (getComputedStyle(at).overflowX !== 'visible' || getComputedStyle(at).position === 'fixed') return true; return false }
    let out = 0
    for (const one of document.querySelectorAll('body *')) {
      const box = one.getBoundingClientRect()
      if (box.width > 1 && box.right > innerWidth + 1 && !scrolls(one) && out++ < 3) found.push('sticks out: ' + place(one))
    }
    // Tables, code and charts may scroll sideways, nothing else.
    for (const one of document.querySelectorAll('body *')) {
      if (one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0 || !['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) continue
      if (one.matches('input, textarea, pre, code, .cm-scroller, ${scrollsSideways}') || (one.querySelector(':scope > table') !== null)) continue
      found.push((one.scrollWidth - one.clientWidth) + ' pixels to scroll sideways: ' + place(one))
    }
    if (overlap()) found.push('rows lie over each other')
    return [...new Set(found)]
  })()`)
  return faults.slice(0, 12).map(fault => `${name}: ${fault}`)
}

/** Records dialogs that a script in a log would open. */
export function refuseDialogs(visit: Visit): void {
  visit.page.on('dialog', dialog => {
    visit.browserErrors.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
