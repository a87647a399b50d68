/** The worker thread that holds rows of tags and ranks their values. */
import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './messages.ts'
import { RowStore } from './row-store.ts'

if (parentPort === null) throw new Error('only to be run as a thread')
const port = parentPort
const store = new RowStore()

function answer(message: ToWorker): FromWorker {
  const { id, tag } = message
  switch (message.kind) {
    case 'add': {
      const { buffer, byteOffset, byteLength } = message.rows
      store.add(tag, message.days, new Int32Array(buffer, byteOffset, byteLength / 4))
      return { kind: 'kept', id, rows: store.rows }
    }
    case 'drop':
      store.drop(tag, message.days)
      return { kind: 'kept', id, rows: store.rows }
    case 'rank': {
      const { ranges, wanted, maxTied } = message
      return { kind: 'ranked', id, rankings: ranges.map(range => store.rank(tag, range, wanted, maxTied)) }
    }
    case 'count':
      return { kind: 'counted', id, counts: store.count(tag, message.bounds, message.values) }
  }
}

port.on('message', (message: ToWorker) => port.postMessage(answer(message)))
