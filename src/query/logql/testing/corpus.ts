import { CorpusStore } from '../../testing/corpus-store.ts'
import type { Arrival } from '../../testing/events.ts'

/** Unix second of the first arrival. */
export const start = 1_767_225_600

const messages = [
  'Failed password for root from 198.51.100.7 port 50122',
  'failed password for bob',
  'Accepted publickey for deploy',
  'disk full (95.5%) [sda1] | a+b=c^2 $HOME \\ "quoted"',
  'two\nlines, the second one failed',
  'Größe überschritten',
  '',
]
const users = ['bob', 'eve', '', 'Bob', '12', '7.5', '-3', '1e3']

/** About 300 lines in ten minutes, many on whole seconds, many of them repeated within a minute. */
export function corpusArrivals(): Arrival[] {
  let random = 7
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((random / 2_147_483_648) * below)
  }
  const arrivals = Array.from({ length: 320 }, (): Arrival => {
    const user = users[next(users.length)] ?? ''
    const micros = [0, 0, 1, 500_000, 999_999][next(5)] ?? 0
    return {
      at: (start + next(600)) * 1_000_000 + micros,
      fields: {
        host: ['fw-1', 'fw-2', 'FW-1', 'web-1.lab', 'lab\nhost'][next(5)] ?? '',
        program: ['sshd', 'kernel', ''][next(3)] ?? '',
        facility: [4, 16][next(2)] ?? 0,
        severity: next(8),
        mnemonic: next(6) === 0 ? 'LINK-3-UPDOWN' : '',
        type: next(3),
        status: 0,
        message: messages[next(messages.length)] ?? '',
        tags: {
          ...(user !== '' && { user }),
          ...(next(4) === 0 && { host: `inner-${next(2)}` }),
        },
      },
    }
  })
  // The same lines again, so that events have many occurrences.
  const repeats = arrivals.flatMap(({ at, fields }, i) =>
    i % 3 === 0 ? [1, 1_000_000, 1_250_000, 59_999_999].map(after => ({ at: at + after, fields })) : [],
  )
  return [...arrivals, ...repeats].sort((a, b) => a.at - b.at)
}

/** A real store with these arrivals, in two batches. */
export async function openCorpus(): Promise<CorpusStore> {
  const corpus = await CorpusStore.open(corpusArrivals())
  await corpus.arriveUntil(1, 2)
  return corpus
}
