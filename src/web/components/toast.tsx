import { useSyncExternalStore } from 'react'
import { Observable } from '../state/observable.ts'

const toastText = new Observable('')
let timer = 0

/** Milliseconds that a word stays, and that each character of a longer one takes to be read. */
const minShownMs = 2200
const msPerCharacter = 55

/** Says a short word at the foot of the page, also to screen readers, and takes it back when it can have been read. */
export function showToast(text: string): void {
  toastText.set(text)
  clearTimeout(timer)
  timer = window.setTimeout(() => toastText.set(''), Math.max(minShownMs, text.length * msPerCharacter))
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('Copied')
  } catch {
    showToast('The browser did not allow copying')
  }
}

export function Toast() {
  const text = useSyncExternalStore(toastText.watch, toastText.get)
  return <div role="status">{text !== '' && <div className="toast">{text}</div>}</div>
}
