import { mnemonicEnd } from '../syslog/mnemonic.ts'

const reach = 64
const longest = 66
const bytes = Buffer.alloc(longest)

/** The Cisco mnemonic that stands at the start of a word near the start of a message, '' for none. */
export function findMnemonic(message: string): string {
  for (let at = message.indexOf('%'); at !== -1 && at < reach; at = message.indexOf('%', at + 1)) {
    if (at > 0 && message.charCodeAt(at - 1) !== 0x20) continue
    const length = bytes.write(message.slice(at, at + longest), 'latin1')
    const end = mnemonicEnd(bytes, 0, length)
    if (end !== -1) return message.slice(at + 1, at + end)
  }
  return ''
}
