import { findMnemonicEnd } from '../syslog/parts/mnemonic.ts'

const maxPosition = 64
const maxMnemonicLength = 66
const bytes = Buffer.alloc(maxMnemonicLength)

/** The Cisco mnemonic that stands at the start of a word near the start of a message, '' for none. */
export function findMnemonic(message: string): string {
  for (let at = message.indexOf('%'); at !== -1 && at < maxPosition; at = message.indexOf('%', at + 1)) {
    if (at > 0 && message.charCodeAt(at - 1) !== 0x20) continue
    const length = bytes.write(message.slice(at, at + maxMnemonicLength), 'latin1')
    const end = findMnemonicEnd(bytes, 0, length)
    if (end !== -1) return message.slice(at + 1, at + end)
  }
  return ''
}
