import { useSyncExternalStore } from 'react'
import { Observable } from '../state/observable.ts'

const said = new Observable('')
let timer = 0

/** Milliseconds that a word stays, and that each character of a longer one takes to be read. */
const shortest = 2200
const readMillis = 55

/** Says a short word at the foot of the page, also to screen readers, and takes it back when it can have been read. */
export function say(text: string): void {
  said.set(text)
  clearTimeout(timer)
  timer = window.setTimeout(() => said.set(''), Math.max(shortest, text.length * readMillis))
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
