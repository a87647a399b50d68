import { useSyncExternalStore } from 'react'
import { Observable } from '../state/observable.ts'

const said = new Observable('')
let timer = 0

/** Says a short word at the foot of the page, also to screen readers, and takes it back after a moment. */
export function say(text: string): void {
  said.set(text)
  clearTimeout(timer)
  timer = window.setTimeout(() => said.set(''), 2200)
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say('Copied')
  } catch {
    say('The browser did not allow copying')
  }
}

export function Toast() {
  const text = useSyncExternalStore(said.watch, said.get)
  return <div role="status">{text !== '' && <div className="toast">{text}</div>}</div>
}
