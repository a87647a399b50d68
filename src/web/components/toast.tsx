import { useSyncExternalStore } from 'react'
import { printable } from '../../charts/printable.ts'
import { Observable } from '../state/observable.ts'
import { componentTexts } from '../texts/components.ts'

const toastText = new Observable('')
let hideTimer = 0

/** Minimum time on the page; a longer text stays longer. */
const minShownMs = 2200
const msPerCharacter = 55

/** Shows a short text at the bottom of the page, also to screen readers, for as long as it takes to read. */
export function showToast(text: string): void {
  toastText.set(text)
  clearTimeout(hideTimer)
  hideTimer = window.setTimeout(() => toastText.set(''), Math.max(minShownMs, text.length * msPerCharacter))
}

/** Copies a text to the clipboard. A toast says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(componentTexts.copied)
  } catch {
    showToast(componentTexts.notCopied)
  }
}

/** Shows the text of the last `showToast`, until its time is over. Mounted once, by the app. */
export function Toast() {
  const text = useSyncExternalStore(toastText.watch, toastText.get)
  return <div role="status">{text !== '' && <div className="toast">{printable(text)}</div>}</div>
}
